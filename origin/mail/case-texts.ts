import type { CASE_TEMPLATES, CaseMailName } from '../../shared/schema/own/cases.ts'
import type { Language } from '../../shared/texts/languages.ts'

type Ground = (typeof CASE_TEMPLATES)[number]
type CaseTexts = {
  mails: Readonly<Record<CaseMailName, { subject: string; text: string }>>
  /** What a decision rests on: a rule, and how it came to it. */
  grounds: Readonly<Record<Ground | 'none', string>>
  facts: Readonly<Record<'claim' | 'report' | 'look', string>>
}

/**
 * The mails of a case, to its owner and to who has made a claim, with what articles 16 and 17 of the Digital Services Act ask for. A
 * link is alone on its line (`send-mail.ts`). `{reason}` brings its own line, or is empty.
 */
export const caseTexts: Record<Language, CaseTexts> = {
  en: {
    mails: {
      received: {
        subject: 'We’ve received your claim at {brand}',
        text: 'Hi,\n\nWe’ve received your claim about this GIF:\n{link}\n\nA person will look at it. You’ll get an email with the decision.\n\nIf you didn’t make a claim at {brand}, ignore this email.',
      },
      upheld: {
        subject: 'Your claim at {brand}: decided',
        text: 'Hi {name},\n\nA person has looked at your claim about the GIF {id}. We’ve acted on it: the GIF was changed, hidden, or taken down.{reason}\n\nIf you disagree, you can turn to a certified dispute settlement body, or to a court.',
      },
      dismissed: {
        subject: 'Your claim at {brand}: decided',
        text: 'Hi {name},\n\nA person has looked at your claim about the GIF {id}. It stays as it is.{reason}\n\nIf you disagree, you can make a new claim with what we didn’t know, or go to a court.',
      },
      removed: {
        subject: 'Your GIF was taken down from {brand}',
        text: 'Hi {username},\n\nWe’ve taken down your GIF “{title}” ({id}). It’s no longer shown anywhere.\n\nWhy: {ground}{reason}\n\n{facts} A person decided it, without automated means.\n\nIf you think it’s wrong, object here within six months, free of charge. We’ll look at it again:\n{link}\n\nYou can also turn to a certified dispute settlement body, or to a court.',
      },
      hidden: {
        subject: 'Your GIF was hidden at {brand}',
        text: 'Hi {username},\n\nWe’ve hidden your GIF “{title}” ({id}). Only you and the {brand} team can see it.\n\nWhy: {ground}{reason}\n\n{facts} A person decided it, without automated means.\n\nIf you think it’s wrong, object here within six months, free of charge. We’ll look at it again:\n{link}\n\nYou can also turn to a certified dispute settlement body, or to a court.',
      },
      back: {
        subject: 'Your GIF is back at {brand}',
        text: 'Hi {username},\n\nYour GIF “{title}” ({id}) is back: we’ve taken our decision about it back.{reason}',
      },
      kept: {
        subject: 'Your objection at {brand}: decided',
        text: 'Hi {username},\n\nWe’ve looked again at your GIF “{title}” ({id}). Our decision stays.{reason}\n\nIf you disagree, you can turn to a certified dispute settlement body, or to a court.',
      },
    },
    grounds: {
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
    facts: {
      claim: 'Someone made a claim about it.',
      report: 'Someone reported it.',
      look: 'We saw it ourselves.',
    },
  },
  de: {
    mails: {
      received: {
        subject: 'Deine Beschwerde bei {brand} ist da',
        text: 'Hallo,\n\ndeine Beschwerde über dieses GIF ist bei uns angekommen:\n{link}\n\nEin Mensch sieht sie sich an. Die Entscheidung bekommst du per E-Mail.\n\nWenn du dich nicht bei {brand} beschwert hast, ignoriere diese E-Mail.',
      },
      upheld: {
        subject: 'Deine Beschwerde bei {brand}: entschieden',
        text: 'Hallo {name},\n\nein Mensch hat sich deine Beschwerde über das GIF {id} angesehen. Wir sind ihr gefolgt: Das GIF wurde geändert, ausgeblendet oder gesperrt.{reason}\n\nWenn du das anders siehst, wende dich an eine zugelassene Streitbeilegungsstelle oder an ein Gericht.',
      },
      dismissed: {
        subject: 'Deine Beschwerde bei {brand}: entschieden',
        text: 'Hallo {name},\n\nein Mensch hat sich deine Beschwerde über das GIF {id} angesehen. Es bleibt, wie es ist.{reason}\n\nWenn du das anders siehst, beschwere dich mit dem, was wir noch nicht wussten, noch einmal oder wende dich an ein Gericht.',
      },
      removed: {
        subject: 'Dein GIF bei {brand} wurde gesperrt',
        text: 'Hallo {username},\n\nwir haben dein GIF „{title}“ ({id}) gesperrt. Es ist nirgends mehr zu sehen.\n\nDer Grund: {ground}{reason}\n\n{facts} Entschieden hat ein Mensch, ohne automatische Mittel.\n\nWenn du das für falsch hältst, widersprich hier innerhalb von sechs Monaten, kostenlos. Wir sehen es uns noch einmal an:\n{link}\n\nDu kannst dich auch an eine zugelassene Streitbeilegungsstelle oder an ein Gericht wenden.',
      },
      hidden: {
        subject: 'Dein GIF bei {brand} wurde ausgeblendet',
        text: 'Hallo {username},\n\nwir haben dein GIF „{title}“ ({id}) ausgeblendet. Nur du und das Team von {brand} können es sehen.\n\nDer Grund: {ground}{reason}\n\n{facts} Entschieden hat ein Mensch, ohne automatische Mittel.\n\nWenn du das für falsch hältst, widersprich hier innerhalb von sechs Monaten, kostenlos. Wir sehen es uns noch einmal an:\n{link}\n\nDu kannst dich auch an eine zugelassene Streitbeilegungsstelle oder an ein Gericht wenden.',
      },
      back: {
        subject: 'Dein GIF bei {brand} ist wieder da',
        text: 'Hallo {username},\n\ndein GIF „{title}“ ({id}) ist wieder da: Wir haben unsere Entscheidung zurückgenommen.{reason}',
      },
      kept: {
        subject: 'Dein Widerspruch bei {brand}: entschieden',
        text: 'Hallo {username},\n\nwir haben uns dein GIF „{title}“ ({id}) noch einmal angesehen. Unsere Entscheidung bleibt.{reason}\n\nWenn du das anders siehst, wende dich an eine zugelassene Streitbeilegungsstelle oder an ein Gericht.',
      },
    },
    grounds: {
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
    facts: {
      claim: 'Dazu gab es eine Beschwerde.',
      report: 'Es wurde gemeldet.',
      look: 'Es ist uns selbst aufgefallen.',
    },
  },
  fr: {
    mails: {
      received: {
        subject: 'Votre réclamation est arrivée chez {brand}',
        text: 'Bonjour,\n\nNous avons reçu votre réclamation au sujet de ce GIF\u00a0:\n{link}\n\nUne personne va l’examiner. Vous recevrez la décision par e-mail.\n\nSi vous n’avez rien réclamé chez {brand}, ignorez cet e-mail.',
      },
      upheld: {
        subject: 'Votre réclamation chez {brand}\u00a0: décision',
        text: 'Bonjour {name},\n\nUne personne a examiné votre réclamation au sujet du GIF {id}. Nous y avons donné suite\u00a0: le GIF a été modifié, masqué ou retiré.{reason}\n\nSi vous n’êtes pas d’accord, vous pouvez saisir un organe certifié de règlement des litiges ou un tribunal.',
      },
      dismissed: {
        subject: 'Votre réclamation chez {brand}\u00a0: décision',
        text: 'Bonjour {name},\n\nUne personne a examiné votre réclamation au sujet du GIF {id}. Il reste tel quel.{reason}\n\nSi vous n’êtes pas d’accord, faites une nouvelle réclamation avec ce que nous ignorions ou saisissez un tribunal.',
      },
      removed: {
        subject: 'Votre GIF a été retiré de {brand}',
        text: 'Bonjour {username},\n\nNous avons retiré votre GIF «\u00a0{title}\u00a0» ({id}). Il n’est plus visible nulle part.\n\nMotif\u00a0: {ground}{reason}\n\n{facts} Une personne a pris cette décision, sans moyen automatisé.\n\nSi vous pensez que c’est une erreur, contestez-la ici dans les six mois, sans frais. Nous l’examinerons à nouveau\u00a0:\n{link}\n\nVous pouvez aussi saisir un organe certifié de règlement des litiges ou un tribunal.',
      },
      hidden: {
        subject: 'Votre GIF a été masqué sur {brand}',
        text: 'Bonjour {username},\n\nNous avons masqué votre GIF «\u00a0{title}\u00a0» ({id}). Seuls vous et l’équipe {brand} pouvez le voir.\n\nMotif\u00a0: {ground}{reason}\n\n{facts} Une personne a pris cette décision, sans moyen automatisé.\n\nSi vous pensez que c’est une erreur, contestez-la ici dans les six mois, sans frais. Nous l’examinerons à nouveau\u00a0:\n{link}\n\nVous pouvez aussi saisir un organe certifié de règlement des litiges ou un tribunal.',
      },
      back: {
        subject: 'Votre GIF est de retour sur {brand}',
        text: 'Bonjour {username},\n\nVotre GIF «\u00a0{title}\u00a0» ({id}) est de retour\u00a0: nous sommes revenus sur notre décision.{reason}',
      },
      kept: {
        subject: 'Votre contestation chez {brand}\u00a0: décision',
        text: 'Bonjour {username},\n\nNous avons réexaminé votre GIF «\u00a0{title}\u00a0» ({id}). Notre décision est maintenue.{reason}\n\nSi vous n’êtes pas d’accord, vous pouvez saisir un organe certifié de règlement des litiges ou un tribunal.',
      },
    },
    grounds: {
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
    facts: {
      claim: 'Une réclamation nous est parvenue.',
      report: 'Il a été signalé.',
      look: 'Nous l’avons vu nous-mêmes.',
    },
  },
  es: {
    mails: {
      received: {
        subject: 'Hemos recibido tu reclamación en {brand}',
        text: 'Hola:\n\nHemos recibido tu reclamación sobre este GIF:\n{link}\n\nUna persona la revisará. Recibirás la decisión por correo.\n\nSi no reclamaste nada en {brand}, ignora este mensaje.',
      },
      upheld: {
        subject: 'Tu reclamación en {brand}: decisión',
        text: 'Hola, {name}:\n\nUna persona revisó tu reclamación sobre el GIF {id}. Le dimos curso: el GIF se cambió, se ocultó o se retiró.{reason}\n\nSi no estás de acuerdo, puedes acudir a un órgano certificado de resolución de litigios o a un tribunal.',
      },
      dismissed: {
        subject: 'Tu reclamación en {brand}: decisión',
        text: 'Hola, {name}:\n\nUna persona revisó tu reclamación sobre el GIF {id}. Se queda como está.{reason}\n\nSi no estás de acuerdo, haz otra reclamación con lo que no sabíamos o acude a un tribunal.',
      },
      removed: {
        subject: 'Tu GIF se retiró de {brand}',
        text: 'Hola, {username}:\n\nHemos retirado tu GIF «{title}» ({id}). Ya no se ve en ninguna parte.\n\nMotivo: {ground}{reason}\n\n{facts} Lo decidió una persona, sin medios automáticos.\n\nSi crees que es un error, presenta aquí una objeción en un plazo de seis meses, gratis. Lo revisaremos de nuevo:\n{link}\n\nTambién puedes acudir a un órgano certificado de resolución de litigios o a un tribunal.',
      },
      hidden: {
        subject: 'Tu GIF se ocultó en {brand}',
        text: 'Hola, {username}:\n\nHemos ocultado tu GIF «{title}» ({id}). Solo tú y el equipo de {brand} pueden verlo.\n\nMotivo: {ground}{reason}\n\n{facts} Lo decidió una persona, sin medios automáticos.\n\nSi crees que es un error, presenta aquí una objeción en un plazo de seis meses, gratis. Lo revisaremos de nuevo:\n{link}\n\nTambién puedes acudir a un órgano certificado de resolución de litigios o a un tribunal.',
      },
      back: {
        subject: 'Tu GIF está de vuelta en {brand}',
        text: 'Hola, {username}:\n\nTu GIF «{title}» ({id}) está de vuelta: hemos anulado nuestra decisión.{reason}',
      },
      kept: {
        subject: 'Tu objeción en {brand}: decisión',
        text: 'Hola, {username}:\n\nHemos revisado de nuevo tu GIF «{title}» ({id}). Mantenemos nuestra decisión.{reason}\n\nSi no estás de acuerdo, puedes acudir a un órgano certificado de resolución de litigios o a un tribunal.',
      },
    },
    grounds: {
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
    facts: {
      claim: 'Recibimos una reclamación.',
      report: 'Alguien lo denunció.',
      look: 'Lo vimos nosotros.',
    },
  },
  ja: {
    mails: {
      received: {
        subject: '{brand}：申し立てを受け付けました',
        text: '次のGIFについての申し立てを受け付けました。\n{link}\n\n担当者が確認し、結果をメールでお知らせします。\n\n{brand}に申し立てをした覚えがない場合は、このメールを無視してください。',
      },
      upheld: {
        subject: '{brand}：申し立ての結果',
        text: '{name}さん\n\nGIF（{id}）についての申し立てを担当者が確認し、対応しました。GIFは変更、非表示、または公開停止になりました。{reason}\n\nこの結果に同意できない場合は、認定された紛争解決機関や裁判所に申し立てることもできます。',
      },
      dismissed: {
        subject: '{brand}：申し立ての結果',
        text: '{name}さん\n\nGIF（{id}）についての申し立てを担当者が確認しました。GIFはそのまま公開されます。{reason}\n\nこの結果に同意できない場合は、新しい情報を添えてもう一度申し立てるか、裁判所に申し立てることができます。',
      },
      removed: {
        subject: '{brand}：GIFを公開停止しました',
        text: '{username}さん\n\nあなたのGIF「{title}」（{id}）を公開停止しました。どこにも表示されません。\n\n理由：{ground}{reason}\n\n{facts}判断は担当者が行い、自動的な手段は使っていません。\n\nこの判断が誤りだと思う場合は、6か月以内に次のページから無料で異議を申し立てることができます。もう一度確認します。\n{link}\n\n認定された紛争解決機関や裁判所に申し立てることもできます。',
      },
      hidden: {
        subject: '{brand}：GIFを非表示にしました',
        text: '{username}さん\n\nあなたのGIF「{title}」（{id}）を非表示にしました。あなたと{brand}のチームだけが見られます。\n\n理由：{ground}{reason}\n\n{facts}判断は担当者が行い、自動的な手段は使っていません。\n\nこの判断が誤りだと思う場合は、6か月以内に次のページから無料で異議を申し立てることができます。もう一度確認します。\n{link}\n\n認定された紛争解決機関や裁判所に申し立てることもできます。',
      },
      back: {
        subject: '{brand}：GIFを元に戻しました',
        text: '{username}さん\n\nあなたのGIF「{title}」（{id}）についての判断を取り消し、元に戻しました。{reason}',
      },
      kept: {
        subject: '{brand}：異議申し立ての結果',
        text: '{username}さん\n\nあなたのGIF「{title}」（{id}）をもう一度確認しました。判断は変わりません。{reason}\n\nこの結果に同意できない場合は、認定された紛争解決機関や裁判所に申し立てることができます。',
      },
    },
    grounds: {
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
    facts: {
      claim: '申し立てがありました。',
      report: '通報がありました。',
      look: '運営チームが確認しました。',
    },
  },
}
