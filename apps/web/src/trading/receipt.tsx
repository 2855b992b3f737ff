import type { ReactNode } from 'react'
import './sheets.css'

/** One figure, as it is and as it would be. */
export function ReceiptRow({ label, before, after }: { label: string; before?: ReactNode; after: ReactNode }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {before === undefined ? (
        <td className="c" colSpan={3}>
          {after}
        </td>
      ) : (
        <>
          <td className="b">{before}</td>
          <td className="a" aria-hidden="true">
            →
          </td>
          <td className="c">{after}</td>
        </>
      )}
    </tr>
  )
}
