import type { ReactNode } from 'react'

type Props = { head: readonly string[]; rows: readonly (readonly [name: string, ...cells: ReactNode[]])[] }

/** A table whose rows are named by code. On a phone each row is a block. */
export const Table = ({ head, rows }: Props) => (
  <div className="guide-table">
    <table>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            {cells.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row never move
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
