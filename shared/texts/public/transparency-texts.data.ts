import { textTable } from '../languages.ts'

/** What `/transparency` says, and the names of what it counts. Other reasons have the words of `/report`. */
export const TRANSPARENCY_TEXTS = textTable({
  intro: [
    'Reports and decisions of each month that’s over (UTC), with the median time to decide. Counts below 3 are left out.',
    'Meldungen und Entscheidungen jedes vergangenen Monats (UTC), mit dem Median der Dauer. Zahlen unter 3 fehlen.',
    'Signalements et décisions de chaque mois terminé (UTC), avec le délai médian. Les nombres inférieurs à 3 sont omis.',
    'Denuncias y decisiones de cada mes terminado (UTC), con el tiempo mediano. Se omiten las cantidades menores de 3.',
    '終わった月ごと（UTC）の通報と判断の件数、対応までの中央値です。3件未満は載せていません。',
  ],
  reports: ['Reports', 'Meldungen', 'Signalements', 'Denuncias', '通報'],
  decisions: ['Decisions', 'Entscheidungen', 'Décisions', 'Decisiones', '判断'],
  rules: ['By rule', 'Nach Regel', 'Par règle', 'Por norma', 'ルール別'],
  claims: ['Claims', 'Beschwerden', 'Réclamations', 'Reclamaciones', '申し立て'],
  objections: ['Objections', 'Widersprüche', 'Contestations', 'Objeciones', '異議'],
  approve: ['Nothing wrong', 'In Ordnung', 'Conforme', 'Sin problemas', '問題なし'],
  rating: ['Rated', 'Eingestuft', 'Classification modifiée', 'Clasificación cambiada', 'レーティング変更'],
  hide: ['Hidden', 'Ausgeblendet', 'Masqué', 'Oculto', '非表示'],
  remove: ['Taken down', 'Gesperrt', 'Retiré', 'Retirado', '公開停止'],
  warn: ['Warned', 'Verwarnt', 'Averti', 'Advertida', '警告'],
  limited: ['Limited', 'Eingeschränkt', 'Limité', 'Limitada', '制限'],
  suspended: ['Suspended', 'Konto gesperrt', 'Suspendu', 'Suspendida', '停止'],
  accepted: ['Accepted', 'Angenommen', 'Acceptation', 'Aceptada', '対応あり'],
  rejected: ['Rejected', 'Abgelehnt', 'Rejet', 'Rechazada', '対応なし'],
  known: ['Known file', 'Bekannte Datei', 'Fichier connu', 'Archivo conocido', '既知のファイル'],
  copyright: ['Copyright', 'Urheberrecht', 'Droits d’auteur', 'Derechos de autor', '著作権'],
  privacy: ['Privacy', 'Privatsphäre', 'Vie privée', 'Privacidad', 'プライバシー'],
  law: ['Another law', 'Anderes Gesetz', 'Autre loi', 'Otra ley', 'その他の法令'],
  received: ['Received', 'Eingegangen', 'Réception', 'Recibida', '受付'],
})
