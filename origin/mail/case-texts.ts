import type { CaseMailName } from '../../shared/schema/own/cases.ts'
import type { Language } from '../../shared/texts/languages.ts'

type CaseTexts = {
  mails: Readonly<Record<CaseMailName, { subject: string; text: string }>>
  /** How a decision came to be. */
  facts: Readonly<Record<'claim' | 'report' | 'look', string>>
  /** What a claim has led to. */
  outcomes: Readonly<Record<'rating' | 'hide' | 'remove', string>>
  /** What someone has written, and how a quote follows a word. */
  quote: string
  space: '' | ' '
}

/**
 * The mails of a case, to its owner and to who has made a claim, with what articles 16 and 17 of the Digital Services Act ask for. A
 * link is alone on its line (`send-mail.ts`). `{title}` is a quote, and `{reason}` one on its own line; both may be empty.
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
        text: 'Hi {name},\n\nA person has looked at your claim about the GIF {id}. We’ve acted on it: {outcome}{reason}\n\nIf you disagree, you can turn to a certified dispute settlement body, or to a court.',
      },
      dismissed: {
        subject: 'Your claim at {brand}: decided',
        text: 'Hi {name},\n\nA person has looked at your claim about the GIF {id}. It stays as it is.{reason}\n\nIf you disagree, you can make a new claim with what we didn’t know, or go to a court.',
      },
      removed: {
        subject: 'Your GIF was taken down from {brand}',
        text: 'Hi {username},\n\nWe’ve taken down your GIF{title} ({id}). It’s no longer shown anywhere.\n\nWhy: {ground}{reason}\n\n{facts} A person decided it, without automated means.\n\nIf you think it’s wrong, object here within six months, free of charge. We’ll look at it again:\n{link}\n\nYou can also turn to a certified dispute settlement body, or to a court.',
      },
      hidden: {
        subject: 'Your GIF was hidden at {brand}',
        text: 'Hi {username},\n\nWe’ve hidden your GIF{title} ({id}). Only you and the {brand} team can see it.\n\nWhy: {ground}{reason}\n\n{facts} A person decided it, without automated means.\n\nIf you think it’s wrong, object here within six months, free of charge. We’ll look at it again:\n{link}\n\nYou can also turn to a certified dispute settlement body, or to a court.',
      },
      back: {
        subject: 'Your GIF is back at {brand}',
        text: 'Hi {username},\n\nYour GIF{title} ({id}) is back: we’ve taken our decision about it back.{reason}',
      },
      kept: {
        subject: 'Your objection at {brand}: decided',
        text: 'Hi {username},\n\nWe’ve looked again at your GIF{title} ({id}). Our decision stays.{reason}\n\nIf you disagree, you can turn to a certified dispute settlement body, or to a court.',
      },
      warned: {
        subject: 'A warning from {brand}',
        text: 'Hi {username},\n\nThe {brand} team has warned you because of your GIF ({id}).\n\nWhy: {ground}{reason}',
      },
      unwarned: {
        subject: 'Your warning from {brand} was withdrawn',
        text: 'Hi {username},\n\nWe’ve withdrawn our warning about your GIF ({id}).',
      },
    },
    facts: {
      claim: 'Someone made a claim about it.',
      report: 'Someone reported it.',
      look: 'We saw it ourselves.',
    },
    outcomes: {
      rating: 'its rating was changed.',
      hide: 'it’s hidden from everyone but its owner.',
      remove: 'it was taken down, and is no longer shown anywhere.',
    },
    quote: '“{reason}”',
    space: ' ',
  },
  de: {
    mails: {
      received: {
        subject: 'Deine Beschwerde bei {brand} ist da',
        text: 'Hallo,\n\ndeine Beschwerde über dieses GIF ist bei uns angekommen:\n{link}\n\nEin Mensch sieht sie sich an. Die Entscheidung bekommst du per E-Mail.\n\nWenn du dich nicht bei {brand} beschwert hast, ignoriere diese E-Mail.',
      },
      upheld: {
        subject: 'Deine Beschwerde bei {brand}: entschieden',
        text: 'Hallo {name},\n\nein Mensch hat sich deine Beschwerde über das GIF {id} angesehen. Wir sind ihr gefolgt: {outcome}{reason}\n\nWenn du das anders siehst, wende dich an eine zugelassene Streitbeilegungsstelle oder an ein Gericht.',
      },
      dismissed: {
        subject: 'Deine Beschwerde bei {brand}: entschieden',
        text: 'Hallo {name},\n\nein Mensch hat sich deine Beschwerde über das GIF {id} angesehen. Es bleibt, wie es ist.{reason}\n\nWenn du das anders siehst, beschwere dich mit dem, was wir noch nicht wussten, noch einmal oder wende dich an ein Gericht.',
      },
      removed: {
        subject: 'Dein GIF bei {brand} wurde gesperrt',
        text: 'Hallo {username},\n\nwir haben dein GIF{title} ({id}) gesperrt. Es ist nirgends mehr zu sehen.\n\nDer Grund: {ground}{reason}\n\n{facts} Entschieden hat ein Mensch, ohne automatische Mittel.\n\nWenn du das für falsch hältst, kannst du hier sechs Monate lang kostenlos widersprechen. Wir sehen es uns dann noch einmal an:\n{link}\n\nDu kannst dich auch an eine zugelassene Streitbeilegungsstelle oder an ein Gericht wenden.',
      },
      hidden: {
        subject: 'Dein GIF bei {brand} wurde ausgeblendet',
        text: 'Hallo {username},\n\nwir haben dein GIF{title} ({id}) ausgeblendet. Nur du und das Team von {brand} können es sehen.\n\nDer Grund: {ground}{reason}\n\n{facts} Entschieden hat ein Mensch, ohne automatische Mittel.\n\nWenn du das für falsch hältst, kannst du hier sechs Monate lang kostenlos widersprechen. Wir sehen es uns dann noch einmal an:\n{link}\n\nDu kannst dich auch an eine zugelassene Streitbeilegungsstelle oder an ein Gericht wenden.',
      },
      back: {
        subject: 'Dein GIF bei {brand} ist wieder da',
        text: 'Hallo {username},\n\ndein GIF{title} ({id}) ist wieder da: Wir haben unsere Entscheidung zurückgenommen.{reason}',
      },
      kept: {
        subject: 'Dein Widerspruch bei {brand}: entschieden',
        text: 'Hallo {username},\n\nwir haben uns dein GIF{title} ({id}) noch einmal angesehen. Unsere Entscheidung bleibt.{reason}\n\nWenn du das anders siehst, wende dich an eine zugelassene Streitbeilegungsstelle oder an ein Gericht.',
      },
      warned: {
        subject: 'Eine Verwarnung von {brand}',
        text: 'Hallo {username},\n\ndas Team von {brand} verwarnt dich wegen deines GIFs ({id}).\n\nDer Grund: {ground}{reason}',
      },
      unwarned: {
        subject: 'Deine Verwarnung bei {brand} ist aufgehoben',
        text: 'Hallo {username},\n\nwir haben die Verwarnung wegen deines GIFs ({id}) zurückgenommen.',
      },
    },
    facts: {
      claim: 'Dazu gab es eine Beschwerde.',
      report: 'Es wurde gemeldet.',
      look: 'Es ist uns selbst aufgefallen.',
    },
    outcomes: {
      rating: 'Seine Einstufung wurde geändert.',
      hide: 'Es ist ausgeblendet, nur sein Urheber sieht es noch.',
      remove: 'Es ist gesperrt und nirgends mehr zu sehen.',
    },
    quote: '„{reason}“',
    space: ' ',
  },
  fr: {
    mails: {
      received: {
        subject: 'Votre réclamation est arrivée chez {brand}',
        text: 'Bonjour,\n\nNous avons reçu votre réclamation au sujet de ce GIF\u00a0:\n{link}\n\nUne personne va l’examiner. Vous recevrez la décision par e-mail.\n\nSi vous n’avez rien réclamé chez {brand}, ignorez cet e-mail.',
      },
      upheld: {
        subject: 'Votre réclamation chez {brand}\u00a0: décision',
        text: 'Bonjour {name},\n\nUne personne a examiné votre réclamation au sujet du GIF {id}. Nous y avons donné suite\u00a0: {outcome}{reason}\n\nSi vous n’êtes pas d’accord, vous pouvez saisir un organe certifié de règlement des litiges ou un tribunal.',
      },
      dismissed: {
        subject: 'Votre réclamation chez {brand}\u00a0: décision',
        text: 'Bonjour {name},\n\nUne personne a examiné votre réclamation au sujet du GIF {id}. Il reste tel quel.{reason}\n\nSi vous n’êtes pas d’accord, faites une nouvelle réclamation avec ce que nous ignorions ou saisissez un tribunal.',
      },
      removed: {
        subject: 'Votre GIF a été retiré de {brand}',
        text: 'Bonjour {username},\n\nNous avons retiré votre GIF{title} ({id}). Il n’est plus visible nulle part.\n\nMotif\u00a0: {ground}{reason}\n\n{facts} Une personne a pris cette décision, sans moyen automatisé.\n\nSi vous pensez que c’est une erreur, contestez-la ici dans les six mois, sans frais. Nous l’examinerons à nouveau\u00a0:\n{link}\n\nVous pouvez aussi saisir un organe certifié de règlement des litiges ou un tribunal.',
      },
      hidden: {
        subject: 'Votre GIF a été masqué sur {brand}',
        text: 'Bonjour {username},\n\nNous avons masqué votre GIF{title} ({id}). Seuls vous et l’équipe {brand} pouvez le voir.\n\nMotif\u00a0: {ground}{reason}\n\n{facts} Une personne a pris cette décision, sans moyen automatisé.\n\nSi vous pensez que c’est une erreur, contestez-la ici dans les six mois, sans frais. Nous l’examinerons à nouveau\u00a0:\n{link}\n\nVous pouvez aussi saisir un organe certifié de règlement des litiges ou un tribunal.',
      },
      back: {
        subject: 'Votre GIF est de retour sur {brand}',
        text: 'Bonjour {username},\n\nVotre GIF{title} ({id}) est de retour\u00a0: nous sommes revenus sur notre décision.{reason}',
      },
      kept: {
        subject: 'Votre contestation chez {brand}\u00a0: décision',
        text: 'Bonjour {username},\n\nNous avons réexaminé votre GIF{title} ({id}). Notre décision est maintenue.{reason}\n\nSi vous n’êtes pas d’accord, vous pouvez saisir un organe certifié de règlement des litiges ou un tribunal.',
      },
      warned: {
        subject: 'Un avertissement de {brand}',
        text: 'Bonjour {username},\n\nL’équipe {brand} vous adresse un avertissement au sujet de votre GIF ({id}).\n\nMotif\u00a0: {ground}{reason}',
      },
      unwarned: {
        subject: 'Votre avertissement chez {brand} est annulé',
        text: 'Bonjour {username},\n\nNous avons annulé l’avertissement au sujet de votre GIF ({id}).',
      },
    },
    facts: {
      claim: 'Une réclamation nous est parvenue.',
      report: 'Il a été signalé.',
      look: 'Nous l’avons vu nous-mêmes.',
    },
    outcomes: {
      rating: 'sa classification a été modifiée.',
      hide: 'il est masqué pour tous, sauf pour son auteur.',
      remove: 'il a été retiré et n’est plus visible nulle part.',
    },
    quote: '«\u00a0{reason}\u00a0»',
    space: ' ',
  },
  es: {
    mails: {
      received: {
        subject: 'Hemos recibido tu reclamación en {brand}',
        text: 'Hola:\n\nHemos recibido tu reclamación sobre este GIF:\n{link}\n\nUna persona la revisará. Recibirás la decisión por correo.\n\nSi no reclamaste nada en {brand}, ignora este mensaje.',
      },
      upheld: {
        subject: 'Tu reclamación en {brand}: decisión',
        text: 'Hola, {name}:\n\nUna persona revisó tu reclamación sobre el GIF {id}. La hemos aceptado: {outcome}{reason}\n\nSi no estás de acuerdo, puedes acudir a un órgano certificado de resolución de litigios o a un tribunal.',
      },
      dismissed: {
        subject: 'Tu reclamación en {brand}: decisión',
        text: 'Hola, {name}:\n\nUna persona revisó tu reclamación sobre el GIF {id}. Se queda como está.{reason}\n\nSi no estás de acuerdo, haz otra reclamación con lo que no sabíamos o acude a un tribunal.',
      },
      removed: {
        subject: 'Tu GIF se retiró de {brand}',
        text: 'Hola, {username}:\n\nHemos retirado tu GIF{title} ({id}). Ya no se ve en ninguna parte.\n\nMotivo: {ground}{reason}\n\n{facts} Lo decidió una persona, sin medios automáticos.\n\nSi crees que es un error, puedes presentar aquí una objeción gratis durante seis meses. Lo revisaremos de nuevo:\n{link}\n\nTambién puedes acudir a un órgano certificado de resolución de litigios o a un tribunal.',
      },
      hidden: {
        subject: 'Tu GIF se ocultó en {brand}',
        text: 'Hola, {username}:\n\nHemos ocultado tu GIF{title} ({id}). Solo tú y el equipo de {brand} pueden verlo.\n\nMotivo: {ground}{reason}\n\n{facts} Lo decidió una persona, sin medios automáticos.\n\nSi crees que es un error, puedes presentar aquí una objeción gratis durante seis meses. Lo revisaremos de nuevo:\n{link}\n\nTambién puedes acudir a un órgano certificado de resolución de litigios o a un tribunal.',
      },
      back: {
        subject: 'Tu GIF está de vuelta en {brand}',
        text: 'Hola, {username}:\n\nTu GIF{title} ({id}) está de vuelta: hemos anulado nuestra decisión.{reason}',
      },
      kept: {
        subject: 'Tu objeción en {brand}: decisión',
        text: 'Hola, {username}:\n\nHemos revisado de nuevo tu GIF{title} ({id}). Mantenemos nuestra decisión.{reason}\n\nSi no estás de acuerdo, puedes acudir a un órgano certificado de resolución de litigios o a un tribunal.',
      },
      warned: {
        subject: 'Una advertencia de {brand}',
        text: 'Hola, {username}:\n\nEl equipo de {brand} te ha advertido por tu GIF ({id}).\n\nMotivo: {ground}{reason}',
      },
      unwarned: {
        subject: 'Tu advertencia de {brand} se anuló',
        text: 'Hola, {username}:\n\nHemos anulado la advertencia por tu GIF ({id}).',
      },
    },
    facts: {
      claim: 'Recibimos una reclamación.',
      report: 'Alguien lo denunció.',
      look: 'Lo vimos nosotros.',
    },
    outcomes: {
      rating: 'se cambió su clasificación.',
      hide: 'se ocultó y solo lo ve su autor.',
      remove: 'se retiró y ya no se ve en ninguna parte.',
    },
    quote: '«{reason}»',
    space: ' ',
  },
  ja: {
    mails: {
      received: {
        subject: '{brand}：申し立てを受け付けました',
        text: '次のGIFについての申し立てを受け付けました。\n{link}\n\n担当者が確認し、結果をメールでお知らせします。\n\n{brand}に申し立てをした覚えがない場合は、このメールを無視してください。',
      },
      upheld: {
        subject: '{brand}：申し立ての結果',
        text: '{name}さん\n\nGIF（{id}）についての申し立てを担当者が確認し、対応しました。{outcome}{reason}\n\nこの結果に同意できない場合は、認定された紛争解決機関や裁判所に申し立てることもできます。',
      },
      dismissed: {
        subject: '{brand}：申し立ての結果',
        text: '{name}さん\n\nGIF（{id}）についての申し立てを担当者が確認しました。GIFへの変更はありません。{reason}\n\nこの結果に同意できない場合は、新しい情報を添えてもう一度申し立てるか、裁判所に申し立てることができます。',
      },
      removed: {
        subject: '{brand}：GIFの公開を停止しました',
        text: '{username}さん\n\nあなたのGIF{title}（{id}）の公開を停止しました。どこにも表示されません。\n\n理由：{ground}{reason}\n\n{facts}自動処理ではなく、担当者が判断しました。\n\nこの判断が誤りだと思う場合は、6か月以内に次のページから無料で異議を申し立てることができます。もう一度確認します。\n{link}\n\n認定された紛争解決機関や裁判所に申し立てることもできます。',
      },
      hidden: {
        subject: '{brand}：GIFを非表示にしました',
        text: '{username}さん\n\nあなたのGIF{title}（{id}）を非表示にしました。あなたと{brand}のスタッフだけが見られます。\n\n理由：{ground}{reason}\n\n{facts}自動処理ではなく、担当者が判断しました。\n\nこの判断が誤りだと思う場合は、6か月以内に次のページから無料で異議を申し立てることができます。もう一度確認します。\n{link}\n\n認定された紛争解決機関や裁判所に申し立てることもできます。',
      },
      back: {
        subject: '{brand}：GIFを元に戻しました',
        text: '{username}さん\n\nあなたのGIF{title}（{id}）についての判断を取り消し、元に戻しました。{reason}',
      },
      kept: {
        subject: '{brand}：異議申し立ての結果',
        text: '{username}さん\n\nあなたのGIF{title}（{id}）をもう一度確認しました。判断は変わりません。{reason}\n\nこの結果に同意できない場合は、認定された紛争解決機関や裁判所に申し立てることができます。',
      },
      warned: {
        subject: '{brand}：警告のお知らせ',
        text: '{username}さん\n\nあなたのGIF（{id}）について、{brand}のスタッフが警告しました。\n\n理由：{ground}{reason}',
      },
      unwarned: {
        subject: '{brand}：警告を取り消しました',
        text: '{username}さん\n\nあなたのGIF（{id}）についての警告を取り消しました。',
      },
    },
    facts: {
      claim: '申し立てがありました。',
      report: '通報がありました。',
      look: 'スタッフが確認しました。',
    },
    outcomes: {
      rating: 'GIFのレーティングを変更しました。',
      hide: 'GIFを非表示にしました。見られるのは投稿者だけです。',
      remove: 'GIFの公開を停止しました。どこにも表示されません。',
    },
    quote: '「{reason}」',
    space: '',
  },
}
