import type { ReactNode } from 'react'

type Props = { title: string; intro: string; children?: ReactNode }

/** A page's headline, what it is for, and its main actions. */
export const PageTop = ({ title, intro, children }: Props) => (
  <div className="admin-top">
    <div>
      <h1>{title}</h1>
      <p className="admin-intro">{intro}</p>
    </div>
    {children}
  </div>
)
