import { call } from '@maru/client/api/client'
import type { Exposure, RoundExposure } from '@maru/contract'
import { Button, Empty, formatCountdown, formatKrwShort } from '@maru/ui'
import { useState } from 'react'
import { useNow } from '../../live/use-now.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useMay } from '../../parts/may.tsx'
import { HeatBar } from './bar.tsx'
import { shareOf } from './words.ts'

/** The largest first; below them nothing is at stake. */
const mostShown = 100

type Props = Pick<Exposure, 'rounds' | 'roundSum' | 'roundToday' | 'maxDayExposure'>

/** Undecided rounds against their limit; one that has not begun can be made void. */
export function Rounds({ rounds, roundSum, roundToday, maxDayExposure }: Props) {
  const now = useNow()
  const may = useMay('options')
  // What was lost today counts against the day's limit too.
  const spent = String(Number(roundSum) + Math.max(0, -Number(roundToday)))
  const [open, setOpen] = useState<RoundExposure | null>(null)
  return (
    <section className="panel">
      <header className="risk-h">
        <h2>회차 노출</h2>
        <span className="dim">시작 전 회차만 무효로 할 수 있습니다</span>
      </header>
      {rounds.length === 0 ? (
        <Empty title="열린 회차가 없습니다">회차가 열리면 노출이 큰 것부터 보입니다.</Empty>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
          <section className="risk-rounds" tabIndex={0} aria-label="회차">
            <ul className="risk-list">
              {rounds.slice(0, mostShown).map((round) => (
                <li key={round.id}>
                  <span className="risk-name">
                    {round.koName} {round.type} {round.roundNo}회
                  </span>
                  <span className="num dim">{formatCountdown(Math.max(0, round.endAt - now))}</span>
                  <HeatBar percent={shareOf(round.exposure, round.maxExposure)} />
                  <span className="num r">{formatKrwShort(round.exposure)}</span>
                  <span className="num r dim">{shareOf(round.exposure, round.maxExposure)}%</span>
                  {may && round.startAt > now ? (
                    <Button
                      size={36}
                      aria-label={`${round.koName} ${round.type} ${round.roundNo}회 무효…`}
                      onClick={() => setOpen(round)}
                    >
                      무효…
                    </Button>
                  ) : (
                    <span className="dim r">진행</span>
                  )}
                </li>
              ))}
            </ul>
          </section>
          <p className="risk-sum">
            <b>미결정 합계</b>
            <span className="dim num">오늘 {formatKrwShort(roundToday)}</span>
            <HeatBar percent={shareOf(spent, maxDayExposure)} />
            <span className="num r">{formatKrwShort(roundSum)}</span>
            <span className="num r dim">{shareOf(spent, maxDayExposure)}%</span>
            <span className="dim r">한도 {formatKrwShort(maxDayExposure)}</span>
          </p>
        </>
      )}
      {open && (
        <ActionDialog
          title={`${open.koName} ${open.type} ${open.roundNo}회를 무효로 합니다`}
          confirm="승인 요청"
          tone="primary"
          done="요청했습니다"
          changes={[{ name: '회차', before: '예정', after: '무효 · 전액 환불' }]}
          run={({ reason, key }) =>
            call('POST /api/console/round/:id/void', { params: { id: String(open.id) }, body: { reason }, key })
          }
          onClose={() => setOpen(null)}
        >
          <p className="dim">시작 전에만 됩니다. 사유는 회원에게 보입니다.</p>
        </ActionDialog>
      )}
    </section>
  )
}
