import type { SiteBank } from '@maru/contract'
import { Badge } from '@maru/ui'
import { t } from './texts.ts'

interface Props {
  rows: readonly SiteBank[]
  /** null: who looks may change none. */
  onOpen: ((row: SiteBank) => void) | null
}

/** The accounts that members send to, in the order in which they see them. */
export function AccountTable({ rows, onOpen }: Props) {
  return (
    <table className="t">
      <thead>
        <tr>
          <th scope="col">{t('bank')}</th>
          <th scope="col">{t('accountNumber')}</th>
          <th scope="col">{t('holder')}</th>
          <th scope="col">{t('ledgerName')}</th>
          <th scope="col">{t('status')}</th>
          <th scope="col">
            <span className="sr">{t('change')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.sub}>
            <td>
              <b>{row.bank}</b>
            </td>
            <td className="num">{row.number}</td>
            <td>{row.holder}</td>
            <td className="num dim">{row.sub}</td>
            <td>
              <Badge tone={row.isOpen ? 'ok' : 'neutral'}>{row.isOpen ? t('open') : t('closed')}</Badge>
            </td>
            <td className="r">
              {onOpen && (
                <button
                  type="button"
                  className="lk"
                  onClick={() => onOpen(row)}
                  aria-label={t('changeOf', { sub: row.sub })}
                >
                  {t('change')}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
