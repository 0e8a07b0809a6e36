type Props = { path: string }

const LineIcon = ({ path }: Props) => (
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor">
    <path d={path} strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

export const SearchIcon = () => (
  <LineIcon path="m20 20-4.6-4.6M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0" />
)
export const BackIcon = () => <LineIcon path="M19 12H5m6-6-6 6 6 6" />
export const ForthIcon = () => <LineIcon path="M5 12h14m-6-6 6 6-6 6" />
/** Filled where it is pressed, by style. */
export const HeartIcon = () => (
  <LineIcon path="M12 19.5S4.5 15 4.5 9.6A4.1 4.1 0 0 1 12 7a4.1 4.1 0 0 1 7.5 2.6c0 5.4-7.5 9.9-7.5 9.9z" />
)
export const FilmIcon = () => <LineIcon path="M4 6h16v12H4zm6 3.5v5l4.5-2.5z" />

/** The logo of `static/icon.svg`, inline: as a file it would cost a request. */
export const BrandMark = () => (
  <svg viewBox="0 0 64 64" width="32" height="32" aria-hidden="true">
    <rect width="64" height="64" rx="15" fill="#6d5efc" />
    <path
      d="M20 32a9 9 0 1 1 9 9c-3 0-5-1-7-3l20-12a9 9 0 1 1 1 12"
      fill="none"
      stroke="#fff"
      strokeWidth="6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
