import './evidence.css'
import type { LiabilityProof } from '@maru/contract'
import { verifyLiability } from '@maru/evidence'
import { Badge, Button, Empty, formatCount, formatDateTime, formatMoney, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useTexts } from '../../i18n/texts.ts'
import { liabilityTexts } from './liability-texts.ts'

/** What the house owes the member, counted in the signed total of all members: recomputed in the page. */
export default function LiabilitiesPage() {
  const t = useTexts(liabilityTexts)
  const proofs = useQuery({
    queryKey: ['liabilities'],
    queryFn: async () => {
      const [mine, keys] = await Promise.all([
        call('GET /api/user/liability_proof', { query: {} }),
        call('GET /api/public/evidence_keys'),
      ])
      return { mine, keys: new Map(keys.map(({ keyId, publicKey }) => [keyId, publicKey])) }
    },
  })
  return (
    <main className="ev" aria-busy={proofs.isPending}>
      <p className="ev-note">{t('why')}</p>
      {proofs.isPending && (
        <section className="ev-sec">
          <Skeleton height={280} />
        </section>
      )}
      {proofs.isError && (
        <Empty title={t('failed')}>
          <Button size={36} onClick={() => void proofs.refetch()}>
            {t('retry')}
          </Button>
        </Empty>
      )}
      {proofs.data?.mine.length === 0 && <Empty title={t('none')}>{t('noneHint')}</Empty>}
      {proofs.data?.mine.map((proof) => (
        <Proof key={proof.leaf.currency} proof={proof} keys={proofs.data.keys} />
      ))}
    </main>
  )
}

function Proof({ proof, keys }: { proof: LiabilityProof; keys: ReadonlyMap<string, string> }) {
  const t = useTexts(liabilityTexts)
  const { leaf, statement, salt, index, leafCount } = proof
  const checks = verifyLiability(proof, (keyId) => keys.get(keyId) ?? null)
  const isOk = checks.every((check) => check.isOk)
  const money = (value: string) => formatMoney(value, leaf.currency)
  return (
    <section className="ev-sec" aria-labelledby={`owed-${leaf.currency}`}>
      <h2 id={`owed-${leaf.currency}`}>
        {t('title', { month: leaf.month.replace('-', '. '), currency: leaf.currency })}
      </h2>
      <p className="ev-price">
        <span>{t('mine')}</span>
        <b className="num">{money(leaf.amount)}</b>
      </p>
      <dl className="kv">
        {Object.entries(leaf.parts).map(([name, amount]) => (
          <div key={name}>
            <dt>{name in partNames ? t(partNames[name as keyof typeof partNames]) : name}</dt>
            <dd className="num">{money(amount)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('total', { count: formatCount(String(leafCount)) })}</dt>
          <dd className="num">{money(statement.total)}</dd>
        </div>
        <div>
          <dt>{t('at')}</dt>
          <dd className="num">{formatDateTime(statement.at)}</dd>
        </div>
      </dl>
      <div className={`ev-verdict is-${isOk ? 'ok' : 'bad'}`} role="status">
        <b>{t(isOk ? 'good' : 'bad')}</b>
      </div>
      <ul className="ev-checks">
        {checks.map((check) => (
          <li key={check.name}>
            <span className={`ev-mark is-${check.isOk ? 'ok' : 'bad'}`} aria-hidden="true">
              {check.isOk ? '✓' : '✗'}
            </span>
            <div>
              <b>
                {t(check.name)} <Badge tone={check.isOk ? 'ok' : 'warn'}>{t(check.isOk ? 'right' : 'wrong')}</Badge>
              </b>
              <p>{t(`${check.name}Why`)}</p>
            </div>
          </li>
        ))}
      </ul>
      <details className="ev-ticks">
        <summary>{t('figures')}</summary>
        <p className="ev-code">
          {t('place', { index: formatCount(String(index + 1)), count: formatCount(String(leafCount)) })}
        </p>
        <p className="ev-code">{`${t('root')} ${statement.root}`}</p>
        <p className="ev-code">{`${t('salt')} ${salt}`}</p>
        <p className="ev-code">{`${t('key')} ${statement.keyId}`}</p>
      </details>
    </section>
  )
}

const partNames = { BINARY: 'partBinary', FUTURES: 'partFutures', BONUS: 'partBonus', PENDING: 'partPending' } as const
