import { useTexts } from '@maru/client/i18n/texts'
import type { ProfitRow } from '@maru/contract'
import { formatCount } from '@maru/ui'
import { partnerTexts } from './texts.ts'
import { rateOf, typeKeys } from './words.ts'

/** What each branch brought, and the partner's share of it. */
export function ProfitTable({ rows }: { rows: readonly ProfitRow[] }) {
  const t = useTexts(partnerTexts)
  const sum = rows.reduce((total, { amount }) => total + BigInt(amount), 0n)
  // Fees first, in each type the branches before his own members.
  const place = ({ branchId }: ProfitRow) => branchId ?? Number.MAX_SAFE_INTEGER
  const sorted = rows.toSorted((a, b) => a.type.localeCompare(b.type) || place(a) - place(b))
  return (
    <table className="ptn-t num">
      <thead>
        <tr>
          {(['type', 'base', 'ownShare', 'amount'] as const).map((head) => (
            <th key={head} scope="col">
              {t(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              {t(typeKeys[row.type])}
              <small>{row.branchName ?? t('direct', { count: row.memberCount })}</small>
              {row.carry !== '0' && <small>{t('carried', { amount: formatCount(row.carry) })}</small>}
            </th>
            <td>{formatCount(row.base)}</td>
            <td>{row.rate !== null && rateOf(row.rate)}</td>
            <td>
              <b>{formatCount(row.amount)}</b>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            {t('sum')}
          </th>
          <td>
            <b>{formatCount(sum)}</b>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
