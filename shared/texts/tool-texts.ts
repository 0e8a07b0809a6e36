import { textTable } from './languages.ts'
import { STAFF_PAGES } from './staff-pages.ts'

/** What moderators and staff read on public pages, in all languages: their script alone has it. */
export const TOOL_TEXTS = textTable({
  staff: STAFF_PAGES,
  tools: [
    'Staff tools',
    'Teamwerkzeuge',
    'Outils de l’équipe',
    'Herramientas del equipo',
    'スタッフ用ツール',
  ],
  openCase: ['Open case', 'Fall öffnen', 'Ouvrir le dossier', 'Abrir el caso', '案件を開く'],
  edit: ['Edit', 'Bearbeiten', 'Modifier', 'Editar', '編集'],
  hide: ['Hide', 'Ausblenden', 'Masquer', 'Ocultar', '非表示にする'],
  show: ['Show', 'Einblenden', 'Afficher', 'Mostrar', '表示する'],
  takeDown: ['Take down', 'Sperren', 'Retirer', 'Retirar', '公開停止'],
  feature: ['Feature', 'Empfehlen', 'Mettre à la une', 'Destacar', '注目に追加'],
  reason: ['Reason', 'Grund', 'Motif', 'Motivo', '理由'],
  cancel: ['Cancel', 'Abbrechen', 'Annuler', 'Cancelar', 'キャンセル'],
  hidden: ['Hidden.', 'Ausgeblendet.', 'Masqué.', 'Oculto.', '非表示にしました。'],
  shown: [
    'Everyone can see it.',
    'Für alle sichtbar.',
    'Visible par tous.',
    'Visible para todos.',
    '公開しました。',
  ],
  takenDown: [
    'Taken down. Its owner was told.',
    'Gesperrt. Der Urheber wurde benachrichtigt.',
    'Retiré, et l’auteur est prévenu.',
    'Retirado; se avisó a su autor.',
    '公開を停止し、投稿者に通知しました。',
  ],
  featured: [
    'Featured first.',
    'An erster Stelle empfohlen.',
    'À la une, en première place.',
    'Destacado en primer lugar.',
    '注目のGIFの先頭に追加しました。',
  ],
  failed: [
    'Nothing was changed. Try again.',
    'Es wurde nichts geändert. Versuche es erneut.',
    'Rien n’a été modifié. Réessayez.',
    'No se cambió nada. Inténtalo de nuevo.',
    '変更できませんでした。もう一度お試しください。',
  ],
})
