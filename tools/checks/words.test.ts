import { expect, it } from 'vitest'
import { caseTexts } from '../../origin/mail/case-texts.ts'
import { mailTexts } from '../../origin/mail/mail-texts.ts'
import { ADMIN_TEXTS } from '../../shared/texts/admin/admin-texts.ts'
import { errorWords } from '../../shared/texts/error-texts.ts'
import { GROUNDS } from '../../shared/texts/grounds.data.ts'
import { type Language, languages } from '../../shared/texts/languages.ts'
import { CUT_TEXTS } from '../../shared/texts/people/cut-texts.ts'
import { peopleTextsIn } from '../../shared/texts/people/people-texts.ts'
import { PICKER_TEXTS } from '../../shared/texts/picker-texts.ts'
import { publicTextsIn } from '../../shared/texts/public/public-texts.ts'
import { TRANSPARENCY_TEXTS } from '../../shared/texts/public/transparency-texts.data.ts'
import { textsIn } from '../../shared/texts/texts.ts'

const STATUSES = [400, 404, 405, 410, 414, 429, 500, 502, 503]

/** Every text of a language that a person reads, with its name. */
function textsOf(language: Language): [name: string, text: string][] {
  const groups: Record<string, object> = {
    embed: textsIn(language),
    public: publicTextsIn(language),
    people: peopleTextsIn(language),
    cut: CUT_TEXTS[language],
    picker: PICKER_TEXTS[language],
    grounds: GROUNDS[language],
    facts: caseTexts[language].facts,
    transparency: TRANSPARENCY_TEXTS[language],
    ...ADMIN_TEXTS[language],
    ...Object.fromEntries(STATUSES.map((status) => [status, errorWords(language, status)])),
    ...Object.fromEntries(
      [...Object.entries(mailTexts[language]), ...Object.entries(caseTexts[language].mails)].map(
        ([name, mail]) => [`mail ${name}`, mail],
      ),
    ),
  }
  return Object.entries(groups).flatMap(([group, texts]) =>
    Object.entries(texts).map(([name, text]): [string, string] => [`${group}.${name}`, text]),
  )
}

/** What the house words (docs/words.md) rule out, each with what stands there instead. */
const RULES: Readonly<Record<Language, readonly (readonly [wrong: RegExp, instead: string])[]>> = {
  en: [
    [/\be-mail/i, 'email'],
    [/\b(?:do|does|did|is|was|could|would|will) not\b|\bcannot\b/i, 'a contraction'],
    [/\b(?:somebody|everybody|nobody|whoever|anew|meanwhile)\b/i, 'someone, everyone, no one …'],
    [/colour|favourite|cancelled/i, 'American spelling'],
    [/["']/, 'curly quotes'],
    [/ …/, '… without a space'],
    [/Failed to|could not/i, 'Couldn’t …'],
  ],
  de: [
    [/\b(?:Ihre?|Ihre[mnr]|Ihnen)\b|[a-zäöü]en Sie\b/, 'du'],
    [/\bman\b/i, 'du, or no person'],
    [/Schlagw|Einbettungs|Rahmen|verborgen|verbergen|versteck/i, 'Tag, Embed, iframe, ausblenden'],
    [/\bIds?\b/, 'ID'],
    [/["”'»«]/, '„…“ and ’'],
    [/[a-z]…/i, '… after a space'],
  ],
  fr: [
    [/(?<!\p{L})(?:tu|ton|ta|tes|toi|t’)(?!\p{L})/iu, 'vous'],
    [/[^\u202f][;!?](?!\w)/, 'a narrow no-break space (U+202F) before ; ! ?'],
    [/[^\u00a0]:(?!\/)|«(?!\u00a0)|(?<!\u00a0)»/, 'a no-break space (U+00A0) before : and within « »'],
    [
      /(?<!\p{L})(?:cadre|extrait|mots?-clés?|histoires?|identifiants?)(?!\p{L})/iu,
      'iframe, code, tag, story, ID',
    ],
    [/["'”“]/, '« » and ’'],
    [/ …/, '… without a space'],
  ],
  es: [
    [/\b(?:usted|ustedes|vosotros|vuestr[oa]s?)\b/i, 'tú'],
    [/^[^¿]*\?(?!\w)|^[^¡]*!/, '¿…? and ¡…!'],
    [/\b(?:marcos?|fragmentos?|inserci(?:ón|ones)|fichas?|agreg\w+)\b/i, 'iframe, código, insertar, añadir'],
    [/["'”“]/, '«…»'],
    [/ …/, '… without a space'],
  ],
  ja: [
    [/[!?()](?!\w)|[ぁ-んァ-ヶー一-龯] ?[:,]/, 'full-width punctuation'],
    [/[ぁ-んァ-ヶー一-龯、。] [\w{@]|[\w}] [ぁ-んァ-ヶ一-龯]/, 'no space between Japanese and Latin letters'],
    [/クッキー|サインアウト|サインイン|コンマ/, 'Cookie, ログアウト, ログイン, カンマ'],
    [/(?<!エラー)報告/, '通報'],
    [/でございま|くださいませ|お願い|いたします/, 'plain です・ます'],
  ],
}

it.each(languages)('%s keeps to the house words', (language) => {
  const found = textsOf(language).flatMap(([name, text]) =>
    RULES[language]
      .filter(([wrong]) => wrong.test(text))
      .map(([, instead]) => `${name}: ${text} (${instead})`),
  )
  expect(found).toEqual([])
})
