import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import type { Bet, BetProof } from '@maru/contract'
import { verifyBetProof } from '@maru/evidence'
import { Badge, formatKrw, formatTime } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { evidenceTexts } from './texts.ts'

/** The member's own bets of this round, each proven under the root that was published when it locked. */
export function MyProofs({ roundId, betRoot }: { roundId: number; betRoot: string | null }) {
  const t = useTexts(evidenceTexts)
  const { data } = useQuery({
    queryKey: ['trade', 'proofs', roundId, betRoot],
    queryFn: async () => {
      const bets = await call('GET /api/trade/history/current', { query: { tradeRoundId: String(roundId) } })
      return Promise.all(bets.map(async (bet) => ({ bet, proof: await proofOf(bet) })))
    },
  })
  if (!data || data.length === 0) return null
  return (
    <section className="ev-sec" aria-labelledby="ev-mine">
      <h2 id="ev-mine">{t('myBets')}</h2>
      <p className="ev-note">{betRoot === null ? t('noBetRoot') : t('myBetsWhy')}</p>
      <ul className="ev-checks">
        {data.map(({ bet, proof }) => (
          <ProofRow key={bet.id} bet={bet} proof={proof} betRoot={betRoot} />
        ))}
      </ul>
    </section>
  )
}

function ProofRow({ bet, proof, betRoot }: { bet: Bet; proof: BetProof | null; betRoot: string | null }) {
  const t = useTexts(evidenceTexts)
  const state = proof === null || betRoot === null ? 'pending' : verifyBetProof(proof, betRoot) ? 'ok' : 'bad'
  return (
    <li>
      <span className={`ev-mark is-${state}`} aria-hidden="true">
        {{ ok: '✓', bad: '✗', pending: '…' }[state]}
      </span>
      <div>
        <b>
          {t('bet', {
            side: t(bet.type === 'B' ? 'buy' : 'sell'),
            amount: formatKrw(bet.point),
            time: formatTime(bet.createdAt),
          })}{' '}
          <Badge tone={state === 'ok' ? 'ok' : state === 'bad' ? 'warn' : 'neutral'}>{t(state)}</Badge>
        </b>
        {proof && (
          <>
            {betRoot !== null && <p>{t(state === 'ok' ? 'betOk' : 'betBad')}</p>}
            <code>{`${t('salt')} ${proof.salt} · ${proof.index + 1}/${proof.leafCount}`}</code>
          </>
        )}
      </div>
    </li>
  )
}

/** A bet's proof; null while the round takes stakes, because its tree is not closed. */
async function proofOf(bet: Bet): Promise<BetProof | null> {
  try {
    return await call('GET /api/trade/history/proof', { query: { id: String(bet.id) } })
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null
    throw error
  }
}
