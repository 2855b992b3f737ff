import type { PartnerRow } from '@maru/contract'
import { Empty, formatCount, formatDateTime } from '@maru/ui'
import { levelText, ratesText, StatusBadge } from './partner-cells.tsx'
import { t } from './texts.ts'
import type { Branch } from './tree.ts'

/** Himself and all below him, indented as deep as each stands. */
export function OwnTree({ own, rows }: { own: PartnerRow; rows: readonly Branch[] }) {
  return (
    <div className="panel grow own-panel">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="scroll" tabIndex={0} aria-label={t('below')}>
        <table className="t own-tree">
          <thead>
            <tr>
              <th scope="col">{t('partner')}</th>
              <th scope="col">{t('level')}</th>
              <th scope="col">{t('code')}</th>
              <th scope="col" className="r">
                {t('rates')}
              </th>
              <th scope="col" className="r">
                {t('members')}
              </th>
              <th scope="col" className="r">
                {t('madeAt')}
              </th>
              <th scope="col" className="r">
                {t('status')}
              </th>
            </tr>
          </thead>
          <tbody>
            <Line row={own} depth={0} />
            {rows.map(({ row, depth }) => (
              <Line key={row.id} row={row} depth={depth} />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <Empty title={t('noneBelowOwn')}>{t('noneBelowOwnHint')}</Empty>}
      </section>
    </div>
  )
}

function Line({ row, depth }: Branch) {
  return (
    <tr>
      <th scope="row" style={{ paddingLeft: 16 + depth * 24 }}>
        {row.name} {depth === 0 && <span className="dim">{t('self')}</span>}
      </th>
      <td>{levelText(row.level)}</td>
      <td className="num">{row.code}</td>
      <td className="num r">{ratesText(row)}</td>
      <td className="num r">{formatCount(row.memberCount)}</td>
      <td className="num r">{formatDateTime(row.createdAt)}</td>
      <td className="r">
        <StatusBadge status={row.status} />
      </td>
    </tr>
  )
}
