import './evidence.css'
import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { LiabilityProof } from '@maru/contract'
import { type LiabilityCheck, verifyLiability } from '@maru/evidence'
import { Badge, Button, Empty, formatCount, formatDateTime, formatMoney, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
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
  const { leaf } = proof
  const checks = verifyLiability(proof, (keyId) => keys.get(keyId) ?? null)
  const isOk = checks.every((check) => check.isOk)
  const [year, month] = leaf.month.split('-')
  return (
    <section className="ev-sec" aria-labelledby={`owed-${leaf.currency}`}>
      <h2 id={`owed-${leaf.currency}`}>
        {t('title', { year: String(year), month: Number(month), currency: leaf.currency })}
      </h2>
      <div className={`ev-verdict is-${isOk ? 'ok' : 'bad'}`} role="status">
        <b>{t(isOk ? 'good' : 'bad')}</b>
      </div>
      <Amounts proof={proof} />
      <Checks checks={checks} />
      <Figures proof={proof} />
    </section>
  )
}

function Amounts({ proof: { leaf, statement } }: { proof: LiabilityProof }) {
  const t = useTexts(liabilityTexts)
  const money = (value: string) => formatMoney(value, leaf.currency)
  return (
    <>
      <p className="ev-price">
        <span>{t('mine')}</span>
        <b className="num">{money(leaf.amount)}</b>
      </p>
      <dl className="kv">
        {Object.entries(leaf.parts).map(([name, amount]) => (
          <Fragment key={name}>
            <dt>{isNamed(name) ? t(partNames[name]) : t('partCoin', { coin: name })}</dt>
            <dd>{money(amount)}</dd>
          </Fragment>
        ))}
        <dt>{t('total', { count: formatCount(String(statement.leafCount)) })}</dt>
        <dd>{money(statement.total)}</dd>
        <dt>{t('at')}</dt>
        <dd>{formatDateTime(statement.at)}</dd>
      </dl>
    </>
  )
}

function Checks({ checks }: { checks: readonly LiabilityCheck[] }) {
  const t = useTexts(liabilityTexts)
  return (
    <ul className="ev-checks">
      {checks.map(({ name, isOk }) => (
        <li key={name}>
          <span className={`ev-mark is-${isOk ? 'ok' : 'bad'}`} aria-hidden="true">
            {isOk ? '✓' : '✗'}
          </span>
          <div>
            <b>
              {t(name)} <Badge tone={isOk ? 'ok' : 'warn'}>{t(isOk ? 'right' : 'wrong')}</Badge>
            </b>
            <p>{t(`${name}Why`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What was computed with, for a reader who checks it by other means. */
function Figures({ proof: { statement, salt, index, leafCount } }: { proof: LiabilityProof }) {
  const t = useTexts(liabilityTexts)
  return (
    <details className="ev-ticks">
      <summary>{t('figures')}</summary>
      <p className="ev-code">
        {t('place', { index: formatCount(String(index + 1)), count: formatCount(String(leafCount)) })}
      </p>
      <p className="ev-code">{`${t('root')} ${statement.root}`}</p>
      <p className="ev-code">{`${t('salt')} ${salt}`}</p>
      <p className="ev-code">{`${t('key')} ${statement.keyId}`}</p>
    </details>
  )
}

const partNames = {
  BINARY: 'partBinary',
  FUTURES: 'partFutures',
  BONUS: 'partBonus',
  PENDING: 'partPending',
  COMMISSION: 'partCommission',
  SHARE: 'partShare',
} as const
const isNamed = (name: string): name is keyof typeof partNames => name in partNames
