import type { CASE_TEMPLATES } from '../schema/own/cases.ts'
import type { Language } from './languages.ts'

/** What a decision rests on, as its mail says it: the rule of its template, or any. Staff see it before they decide. */
export const GROUNDS: Readonly<
  Record<Language, Readonly<Record<(typeof CASE_TEMPLATES)[number] | 'none', string>>>
> = {
  en: {
    sexual: 'our rules don’t allow nudity or sexual content.',
    violence: 'our rules don’t allow violence or cruelty.',
    hate: 'our rules don’t allow hate against a group.',
    harassment: 'our rules don’t allow bullying, or an invasion of privacy.',
    'self-harm': 'our rules don’t allow what encourages self-harm or suicide.',
    illegal: 'the content is against the law.',
    copyright: 'someone else has the rights to it.',
    spam: 'our rules don’t allow spam, or what misleads.',
    other: 'it’s against our rules.',
    none: 'it’s against our rules.',
  },
  de: {
    sexual: 'Unsere Regeln erlauben keine Nacktheit und keine sexuellen Inhalte.',
    violence: 'Unsere Regeln erlauben keine Gewalt oder Grausamkeit.',
    hate: 'Unsere Regeln erlauben keinen Hass gegen eine Gruppe.',
    harassment: 'Unsere Regeln erlauben kein Mobbing und keine Eingriffe in die Privatsphäre.',
    'self-harm': 'Unsere Regeln erlauben nichts, was zu Selbstverletzung oder Suizid ermutigt.',
    illegal: 'Der Inhalt verstößt gegen das Gesetz.',
    copyright: 'Die Rechte daran gehören jemand anderem.',
    spam: 'Unsere Regeln erlauben keinen Spam und nichts Irreführendes.',
    other: 'Es verstößt gegen unsere Regeln.',
    none: 'Es verstößt gegen unsere Regeln.',
  },
  fr: {
    sexual: 'nos règles interdisent la nudité et les contenus sexuels.',
    violence: 'nos règles interdisent la violence et la cruauté.',
    hate: 'nos règles interdisent la haine envers un groupe.',
    harassment: 'nos règles interdisent le harcèlement et les atteintes à la vie privée.',
    'self-harm': 'nos règles interdisent ce qui encourage l’automutilation ou le suicide.',
    illegal: 'le contenu est contraire à la loi.',
    copyright: 'les droits appartiennent à quelqu’un d’autre.',
    spam: 'nos règles interdisent le spam et ce qui trompe.',
    other: 'il est contraire à nos règles.',
    none: 'il est contraire à nos règles.',
  },
  es: {
    sexual: 'nuestras normas no permiten desnudos ni contenido sexual.',
    violence: 'nuestras normas no permiten violencia ni crueldad.',
    hate: 'nuestras normas no permiten el odio contra un grupo.',
    harassment: 'nuestras normas no permiten el acoso ni invadir la privacidad.',
    'self-harm': 'nuestras normas no permiten lo que anima a autolesionarse o al suicidio.',
    illegal: 'el contenido es contrario a la ley.',
    copyright: 'los derechos son de otra persona.',
    spam: 'nuestras normas no permiten el spam ni lo que engaña.',
    other: 'es contrario a nuestras normas.',
    none: 'es contrario a nuestras normas.',
  },
  ja: {
    sexual: '裸や性的な内容はルールで認められていません。',
    violence: '暴力的または残酷な内容はルールで認められていません。',
    hate: '特定の集団への憎悪はルールで認められていません。',
    harassment: 'いじめやプライバシーの侵害はルールで認められていません。',
    'self-harm': '自傷や自殺を促す内容はルールで認められていません。',
    illegal: '法律に違反する内容です。',
    copyright: '他の人が権利を持っています。',
    spam: 'スパムや誤解を招く内容はルールで認められていません。',
    other: 'ルールに反しています。',
    none: 'ルールに反しています。',
  },
}
