import type { HouseAccount } from '@maru/contract'
import { formatMoney } from '@maru/ui'
import { accountWord } from '../../parts/desk-words.ts'
import { t } from './texts.ts'

const heads = {
  HELD: [t('assets'), t('assetsHint')],
  OWED: [t('owed'), t('owedHint')],
  OWN: [t('own'), t('ownHint')],
} as const satisfies Record<HouseAccount['kind'], readonly [string, string]>

/** The accounts of one kind with their balances. */
export function Accounts({ kind, accounts }: { kind: HouseAccount['kind']; accounts: readonly HouseAccount[] }) {
  const [title, about] = heads[kind]
  return (
    <section className="panel" aria-label={title}>
      <header className="tre-h">
        <h2>{title}</h2>
        <span className="dim">{about}</span>
      </header>
      {accounts.length === 0 ? (
        <p className="tre-none dim">{t('noneYet')}</p>
      ) : (
        <dl className="tre-list">
          {accounts.map(({ account, sub, currency, balance }) => (
            <div key={`${account} ${sub} ${currency}`}>
              <dt>
                {accountWord(account)} {sub !== '' && <small className="dim">{sub}</small>}
              </dt>
              <dd className={balance.startsWith('-') ? 'num over' : 'num'}>{formatMoney(balance, currency)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
