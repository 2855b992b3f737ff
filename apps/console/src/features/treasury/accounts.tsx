import type { HouseAccount } from '@maru/contract'
import { accountWord } from '@maru/contract/desk-words'
import { formatMoney } from '@maru/ui'

const heads = {
  HELD: ['가진 돈', '은행, 코인, 제공사에 있습니다'],
  OWED: ['줄 돈', '회원과 상대에게 줄 돈입니다'],
  OWN: ['자기 돈', '자본금과 손익입니다'],
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
        <p className="tre-none dim">아직 없습니다</p>
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
