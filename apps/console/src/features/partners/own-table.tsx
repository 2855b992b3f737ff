import { Empty } from '@maru/ui'
import './own.css'

/** Rows of a partner's own page, as they came. `figuresFrom`: the first column that stands at the right. */
export function OwnTable({
  label,
  heads,
  rows,
  figuresFrom,
  empty,
}: {
  label: string
  heads: readonly string[]
  rows: readonly { readonly id: string; readonly cells: readonly string[] }[]
  figuresFrom: number
  empty: string
}) {
  const classOf = (at: number) => (at >= figuresFrom ? 'num r' : undefined)
  return (
    <div className="panel grow own-panel">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="scroll" tabIndex={0} aria-label={label}>
        <table className="t own-tree">
          <thead>
            <tr>
              {heads.map((head, at) => (
                <th key={head} scope="col" className={classOf(at)}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, cells }) => (
              <tr key={id}>
                {cells.map((cell, at) => (
                  <td key={heads[at]} className={classOf(at)}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <Empty title={empty} />}
      </section>
    </div>
  )
}
