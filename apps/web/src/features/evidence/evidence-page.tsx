import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import type { RoundEvidence } from '@maru/contract'
import { verifyRoundEvidence } from '@maru/evidence'
import { Button, Empty, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { kindOf } from '../../books/rounds/arrange.ts'
import { useSession } from '../../session/store.ts'
import { CheckList, Verdict } from './check-list.tsx'
import { MyProofs } from './my-proofs.tsx'
import { About, Head, TickFacts } from './round-facts.tsx'
import { evidenceTexts } from './texts.ts'
import { TickChart } from './tick-chart.tsx'
import './evidence.css'

/** A minute's log closes after the minute; until then the proofs are asked for again. */
const refetchMs = 5_000

/** A round, recomputed in the page from what is public. */
export default function EvidencePage() {
  const id = useParams()['id'] ?? ''
  const t = useTexts(evidenceTexts)
  const evidence = useQuery({
    queryKey: ['public', 'evidence', id],
    queryFn: () => call('GET /api/public/round_evidence/:id', { params: { id } }),
    enabled: /^[1-9]\d{0,15}$/.test(id),
    refetchInterval: ({ state }) => (state.data && isComplete(state.data) ? false : refetchMs),
    meta: { public: true },
  })
  const keys = useQuery({
    queryKey: ['public', 'evidence-keys'],
    queryFn: () => call('GET /api/public/evidence_keys'),
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
