import type { EvidenceTick, RoundEvidence } from '@maru/contract'
import { verifyRoundEvidence } from '@maru/evidence'
import { Badge, Button, Empty, formatCount, formatDateTime, formatPrice, formatTime, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { call } from '../../api/client.ts'
import { isApiError } from '../../api/error.ts'
import { kindOf } from '../../books/rounds/arrange.ts'
import { useGameName } from '../../books/rounds/game-name.ts'
import { instrumentLabel } from '../../books/rounds/options.ts'
import { roundTexts } from '../../books/rounds/texts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useSession } from '../../session/store.ts'
import { CheckList, Verdict } from './check-list.tsx'
import { MyProofs } from './my-proofs.tsx'
import { evidenceTexts } from './texts.ts'
import { exactTime, TickChart } from './tick-chart.tsx'
import './evidence.css'

/** A minute's log closes after the minute; until then the proofs are asked for again. */
const refetchMs = 5_000

/** A round, recomputed in the page from what is public. */
export default function EvidencePage() {
  const id = useParams()['id'] ?? ''
  const t = useTexts(evidenceTexts)
  const evidence = useQuery({
    queryKey: ['public', 'evidence', id],
    queryFn: () => call('roundEvidence', { params: { id } }),
    enabled: /^[1-9]\d{0,15}$/.test(id),
    refetchInterval: ({ state }) => (state.data && isComplete(state.data) ? false : refetchMs),
    meta: { public: true },
  })
  const keys = useQuery({
    queryKey: ['public', 'evidence-keys'],
    queryFn: () => call('evidenceKeys'),
    meta: { public: true },
  })
  if (evidence.data && keys.data) return <Evidence evidence={evidence.data} keys={keys.data} />
  const missing = !evidence.isEnabled || (isApiError(evidence.error) && evidence.error.status === 404)
  if (missing)
    return (
      <main>
        <Empty title={t('missing')}>{t('missingHint')}</Empty>
      </main>
    )
  if (evidence.isError || keys.isError)
    return (
      <main>
        <Empty title={t('failedLoad')}>
          <Button size={36} onClick={() => void Promise.all([evidence.refetch(), keys.refetch()])}>
            {t('retry')}
          </Button>
        </Empty>
      </main>
    )
  return (
    <main className="ev" aria-busy="true">
      <div className="ev-head">
        <Skeleton width={200} height={24} />
        <Skeleton width={160} />
      </div>
      <Skeleton height={76} />
    </main>
  )
}

/** Nothing more can come: decided, and both ticks proven. */
const isComplete = ({ phase, strike, close }: RoundEvidence) =>
  (phase === 'SETTLED' || phase === 'VOID') && strike?.proof !== null && close?.proof !== null

function Evidence({ evidence, keys }: { evidence: RoundEvidence; keys: Parameters<typeof verifyRoundEvidence>[1] }) {
  const t = useTexts(evidenceTexts)
  const signedIn = useSession(({ status }) => status === 'success')
  const checks = useMemo(() => verifyRoundEvidence(evidence, keys), [evidence, keys])
  const { precision, strike, close, ticks } = evidence
  const first = t(kindOf(evidence.type) === 'rent' ? 'strike' : 'open')
  return (
    <main className="ev">
      <Head evidence={evidence} />
      <Verdict checks={checks} />
      <p className="ev-note">{t('intro')}</p>
      <section className="ev-sec" aria-labelledby="ev-prices">
        <h2 id="ev-prices">{t('prices')}</h2>
        <TickFacts name={first} tick={strike?.tick ?? null} precision={precision} />
        <TickChart
          name={first}
          at={evidence.startAt}
          ticks={ticks.start}
          chosen={strike?.tick ?? null}
          precision={precision}
        />
        <TickFacts name={t('close')} tick={close?.tick ?? null} precision={precision} />
        <TickChart
          name={t('close')}
          at={evidence.endAt}
          ticks={ticks.end}
          chosen={close?.tick ?? null}
          precision={precision}
        />
      </section>
      <div className="band" />
      <section className="ev-sec" aria-labelledby="ev-checks">
        <h2 id="ev-checks">{t('checks')}</h2>
        <CheckList checks={checks} />
      </section>
      {signedIn && <MyProofs roundId={evidence.tradeRoundId} betRoot={evidence.betRoot} />}
      <div className="band" />
      <About evidence={evidence} />
    </main>
  )
}

function Head({ evidence }: { evidence: RoundEvidence }) {
  const t = useTexts(evidenceTexts)
  const words = useTexts(roundTexts)
  const game = useGameName()
  const { stock, type, roundNo, startAt, endAt, status, voidReason, voidNote } = evidence
  return (
    <div className="ev-head">
      <h2>
        {instrumentLabel(stock)} <span className="num">{t('round', { round: formatCount(roundNo) })}</span>{' '}
        {status === 1 && <Badge tone="up">{t('up')}</Badge>}
        {status === 2 && <Badge tone="down">{t('down')}</Badge>}
        {status === 3 && <Badge>{t('void')}</Badge>}
        {status === 0 && <Badge tone="warn">{t('pendingResult')}</Badge>}
      </h2>
      <p className="num">
        {game(type)} · {formatDateTime(startAt)} – {formatTime(endAt)}
      </p>
      {voidReason && (
        <p>
          {t('voidReason')}: {words(voidReason)}
          {voidNote !== null && ` · ${voidNote}`}
        </p>
      )}
    </div>
  )
}

function TickFacts({ name, tick, precision }: { name: string; tick: EvidenceTick | null; precision: number }) {
  const t = useTexts(evidenceTexts)
  return (
    <>
      <div className="ev-price">
        <span>{name}</span>
        <b className="num">{tick ? formatPrice(tick.price, precision) : t('none')}</b>
      </div>
      {tick && (
        <dl className="kv">
          <dt>{t('sourceTs')}</dt>
          <dd>{exactTime(tick.sourceTs)}</dd>
          <dt>{t('recvTs')}</dt>
          <dd>{exactTime(tick.recvTs)}</dd>
          <dt>{t('source')}</dt>
          <dd>{tick.source}</dd>
          <dt>{t('tradeId')}</dt>
          <dd>{tick.sourceTradeId}</dd>
          <dt>{t('seq')}</dt>
          <dd>{tick.seq}</dd>
        </dl>
      )}
    </>
  )
}

function About({ evidence }: { evidence: RoundEvidence }) {
  const t = useTexts(evidenceTexts)
  const { ruleVersion, payoutRate, timestamp, keyId, issuedAt, replayShiftMs, tradeRoundId, betRoot } = evidence
  return (
    <section className="ev-sec" aria-labelledby="ev-about">
      <h2 id="ev-about">{t('about')}</h2>
      <dl className="kv">
        <dt>{t('ruleVersion')}</dt>
        <dd>{ruleVersion}</dd>
        <dt>{t('payoutRate')}</dt>
        <dd>{payoutRate}</dd>
        <dt>{t('secondary')}</dt>
        <dd>{t('secondaryNone')}</dd>
        <dt>{t('timestamp')}</dt>
        <dd>{t(timestamp.kind === 'local' ? 'timestampLocal' : 'timestampRfc')}</dd>
        <dt>{t('issuedAt')}</dt>
        <dd>{formatDateTime(issuedAt)}</dd>
        <dt>{t('keyId')}</dt>
        <dd className="ev-code">{keyId}</dd>
        {betRoot !== null && (
          <>
            <dt>{t('betRoot')}</dt>
            <dd className="ev-code">{betRoot}</dd>
          </>
        )}
      </dl>
      {replayShiftMs !== 0 && (
        <p className="ev-note">{t('replayShift', { seconds: Math.round(replayShiftMs / 1000) })}</p>
      )}
      <p className="ev-links">
        <a className="btn btn-s" href={`/api/public/round_evidence/${tradeRoundId}`}>
          {t('raw')}
        </a>
        <a className="btn btn-s" href="/api/public/evidence_keys">
          {t('keys')}
        </a>
        <Link className="btn btn-s" to="/exchange">
          {t('back')}
        </Link>
      </p>
    </section>
  )
}
