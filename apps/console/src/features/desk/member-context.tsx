import type { DeskRequest } from '@maru/contract'
import { formatDay, formatKrw, formatMoney } from '@maru/ui'
import { Copied } from '../../parts/copied.tsx'
import { payoutStateWord, requestStatusWords, requestTypeWords, walletWord } from '../../parts/desk-words.ts'
import { t } from './texts.ts'

/** What decides about a request beside itself: the member, his money, and what came and left lately. */
export function MemberContext({ row: { member, memberId, payout, txnId } }: { row: DeskRequest }) {
  return (
    <>
      <h3>
        {t('member')}{' '}
        <span className="r">
          {member.status === 'DENY' ? t('suspended') : t('joined', { createdAt: formatDay(member.createdAt) })}
        </span>
      </h3>
      <dl className="kv">
        <dt>{t('memberNumber')}</dt>
        <dd>
          <Copied text={String(memberId)} label={t('memberNumber')} />
        </dd>
        {member.wallets
          .filter(({ point, type }) => point !== '0' || type === 'BINARY')
          .map(({ type, currency, point }) => (
            <Fact key={type} name={walletWord(type)} value={formatMoney(point, currency)} />
          ))}
        <Fact name={t('otherOpen')} value={t('count', { openRequests: member.openRequests })} />
        <Fact
          name={t('deposits30')}
          value={t('countWon', { count: member.deposits30d.count, won: formatKrw(member.deposits30d.won) })}
        />
        <Fact
          name={t('withdrawals30')}
          value={t('countWon', { count: member.withdrawals30d.count, won: formatKrw(member.withdrawals30d.won) })}
        />
        {payout && (
          <>
            <Fact name={t('payout')} value={`${payout.provider} · ${payoutStateWord(payout.state)}`} />
            {payout.providerRef !== '' && (
              <>
                <dt>{t('providerNumber')}</dt>
                <dd>
                  <Copied text={payout.providerRef} label={t('providerNumber')} />
                </dd>
              </>
            )}
          </>
        )}
        {txnId !== null && (
          <>
            <dt>{t('ledgerTxn')}</dt>
            <dd>
              <Copied text={String(txnId)} label={t('txnNumber')} />
            </dd>
          </>
        )}
      </dl>
      <h3>{t('recent')}</h3>
      <ul className="log">
        {member.newest.map(({ id, type, status, point, currency, createdAt }) => (
          <li key={id}>
            <time>{formatDay(createdAt).slice(5)}</time>
            <span>
              {requestTypeWords[type]} {formatMoney(point, currency)} · {requestStatusWords[status]}
            </span>
          </li>
        ))}
        {member.newest.length === 0 && <li>{t('firstEver')}</li>}
      </ul>
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
