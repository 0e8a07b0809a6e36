import type { Ref } from 'react'
import type { Network } from '../../shared/gif/social-links.ts'
import type { Language } from '../../shared/texts/languages.ts'
import { textsIn } from '../../shared/texts/texts.ts'

/** Line drawings on a 24-pixel field, one stroke each, after the networks' familiar signs. */
const PATHS = {
  share: 'M12 15V4M8 7.5l4-4 4 4M6 12v8h12v-8',
  close: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  heart: 'M12 19.5S4.5 15 4.5 9.6A4.1 4.1 0 0 1 12 7a4.1 4.1 0 0 1 7.5 2.6c0 5.4-7.5 9.9-7.5 9.9z',
  copy: 'M9 9h10.5v10.5H9zM5 15V4.5h10',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  facebook: 'M16 4.6c-3.3-.7-4.7.8-4.7 3.4v12.5M8 11.7h7',
  twitter: 'M5.5 5l13 14M18.5 5l-13 14',
  pinterest:
    'M11.9 9.5L9.6 20.5M7.8 13.2C5.7 9 8.3 4.5 12.5 4.5c3.6 0 5.6 2.6 5.1 5.7-.5 3.1-2.6 4.8-4.8 4.5-1.2-.1-2-.7-2.1-1.2',
  tumblr: 'M11 3.8v12.2c0 2.9 1.5 4.1 5 3.6M7.5 8.8h8.3',
  reddit:
    'M12 10.3c4.1 0 7.4 2.2 7.4 4.9s-3.3 4.9-7.4 4.9-7.4-2.2-7.4-4.9 3.3-4.9 7.4-4.9zm0 0l1.1-5.3 3.7.9M9.2 14.3v.2M14.8 14.3v.2M9.8 17.2c1.4.8 3 .8 4.4 0',
} as const satisfies Record<Network['id'], string> & Record<string, string>

/** Decoration only: the text next to it names it. */
export const ShareIcon = ({ name }: { name: keyof typeof PATHS }) => (
  <svg
    viewBox="0 0 24 24"
    width="20"
    height="20"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={PATHS[name]} />
  </svg>
)

type ShareButtonProps = {
  lang: Language
  /** The item's, where its keys work for the whole page (`islands/embed/root.ts`); a widget has none. */
  id?: string | undefined
  ref?: Ref<HTMLButtonElement>
  onPress?: () => void
}

/** The share menu as long as it is closed: all that the server draws of it. */
export const ShareButton = ({ id, lang, ref, onPress }: ShareButtonProps) => (
  <button
    ref={ref}
    type="button"
    className="round share-button extra"
    aria-haspopup="dialog"
    aria-label={textsIn(lang).share}
    aria-keyshortcuts={id && 'S'}
    onClick={onPress}
  >
    <ShareIcon name="share" />
  </button>
)
