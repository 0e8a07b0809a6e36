type Props = { brand: string; href: string }

/** §2 The phone's footer: halves of equal width, as many as there are. */
export const MobileFooter = ({ brand, href }: Props) => (
  <footer className="mobile-footer extra">
    <a href={href} target="_blank" rel="noopener">
      {`View on ${brand}`}
    </a>
  </footer>
)
