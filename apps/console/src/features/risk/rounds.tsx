import { call, download } from '@maru/client/api/client'
import type { Exposure, RoundExposure } from '@maru/contract'
import { Button, Empty, formatCountdown, formatKrwShort } from '@maru/ui'
import { useState } from 'react'
import { useNow } from '../../live/use-now.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { shareOf } from '../../parts/figures.ts'
import { HeatBar } from '../../parts/heat-bar.tsx'
import { useKeys } from '../../parts/keys.ts'
import { useMay } from '../../parts/may.tsx'
import { SaveCsv } from '../../parts/save-csv.tsx'
import { t } from './texts.ts'

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
  // The largest that can still be made void.
  const first = may ? rounds.slice(0, mostShown).find(({ startAt }) => startAt > now) : undefined
  useKeys([{ key: 'v', label: t('voidKey'), run: () => first && setOpen(first) }], first !== undefined)
  return (
    <section className="panel risk-all">
      <header className="risk-h">
        <h2>{t('rounds')}</h2>
        <span className="dim">{t('roundsHint')}</span>
        <SaveCsv name={t('rounds')} read={(signal) => download('GET /api/console/exposure/round.csv', { signal })} />
      </header>
      {rounds.length === 0 ? (
        <Empty title={t('noRounds')}>{t('noRoundsHint')}</Empty>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
          <section className="risk-rounds" tabIndex={0} aria-label={t('round')}>
            <ul className="risk-list">
              {rounds.slice(0, mostShown).map((round) => (
                <li key={round.id}>
                  <span className="risk-name">
                    {t('roundName', { koName: round.koName, type: round.type, roundNo: round.roundNo })}
                  </span>
                  <span className="num dim">{formatCountdown(Math.max(0, round.endAt - now))}</span>
                  <HeatBar percent={shareOf(round.exposure, round.maxExposure)} />
                  <span className="num r">{formatKrwShort(round.exposure)}</span>
                  <span className="num r dim">{shareOf(round.exposure, round.maxExposure)}%</span>
                  {may && round.startAt > now ? (
                    <Button
                      size={36}
                      aria-label={t('roundVoid', { koName: round.koName, type: round.type, roundNo: round.roundNo })}
                      onClick={() => setOpen(round)}
                    >
                      {t('void')}
                    </Button>
                  ) : (
                    <span className="dim r">{t('running')}</span>
                  )}
                </li>
              ))}
            </ul>
          </section>
          <p className="risk-sum">
            <b>{t('undecided')}</b>
            <span className="dim num">{t('today', { roundToday: formatKrwShort(roundToday) })}</span>
            <HeatBar percent={shareOf(spent, maxDayExposure)} />
            <span className="num r">{formatKrwShort(roundSum)}</span>
            <span className="num r dim">{shareOf(spent, maxDayExposure)}%</span>
            <span className="dim r">{t('limit', { maxDayExposure: formatKrwShort(maxDayExposure) })}</span>
          </p>
        </>
      )}
      {open && (
        <ActionDialog
          title={t('voidTitle', { koName: open.koName, type: open.type, roundNo: open.roundNo })}
          confirm={t('askApproval')}
          tone="primary"
          done={t('asked')}
          changes={[{ name: t('round'), before: t('planned'), after: t('voidRefund') }]}
          run={({ reason, key }) =>
            call('POST /api/console/round/:id/void', { params: { id: String(open.id) }, body: { reason }, key })
          }
          onClose={() => setOpen(null)}
        >
          <p className="dim">{t('voidHint')}</p>
        </ActionDialog>
      )}
    </section>
  )
}
