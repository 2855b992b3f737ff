import { useTexts } from '@maru/client/i18n/texts'
import type { EvidenceTick, RoundEvidence } from '@maru/contract'
import { Badge, formatCount, formatDateTime, formatPrice, formatTime } from '@maru/ui'
import { Link } from 'react-router'
import { useGameName } from '../../books/rounds/game-name.ts'
import { instrumentLabel } from '../../books/rounds/options.ts'
import { roundTexts } from '../../books/rounds/texts.ts'
import { evidenceTexts } from './texts.ts'
import { exactTime } from './tick-chart.tsx'

/** Which round it is, and what came of it. */
export function Head({ evidence }: { evidence: RoundEvidence }) {
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

/** The tick that a price was taken from. */
export function TickFacts({ name, tick, precision }: { name: string; tick: EvidenceTick | null; precision: number }) {
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

/** The rules that the round was decided by, who signed it and when, and where to read all of it. */
export function About({ evidence }: { evidence: RoundEvidence }) {
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
