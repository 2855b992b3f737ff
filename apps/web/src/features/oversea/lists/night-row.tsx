import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaCross, OverseaOption, OverseaPosition } from '@maru/contract'
import { formatMinute } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { crossQuery, nightsQuery } from '../../../books/oversea/queries.ts'
import { wonOf } from '../../../books/oversea/terms.ts'
import { useMoment } from '../../../live/index.ts'
import { accountOf } from '../account.ts'
import { run, useLane } from '../commands.ts'
import { won } from '../figures.ts'
import { type Night, nightMoments, nightOf } from './night.ts'
import { overseaListTexts } from './texts.ts'

function equityOf(cross: OverseaCross) {
  const { deposit, pnl } = accountOf(cross, null)
  return deposit + pnl
}

/** Whether a position outlives its session: the switch, until when, what it takes, or why it cannot be. */
export function NightRow({ position, option }: { position: OverseaPosition; option: OverseaOption }) {
  const t = useTexts(overseaListTexts)
  const id = useId()
  const lane = useLane(`night-${position.id}`)
  const nights = useQuery(nightsQuery(true)).data ?? []
  const mine = nights.find(({ overseaPositionId }) => overseaPositionId === position.id)
  const requiredByOthers = nights
    .filter((night) => night.isActive && night !== mine)
    .reduce((sum, night) => sum + wonOf(night.requiredMargin), 0n)
  const { isActive } = position
  const required = mine ? wonOf(mine.requiredMargin) : 0n
  const closeAt = option.session?.closeAt ?? null
  const deadlineAt = option.overnightDeadlineAt
  const now = useMoment(nightMoments(deadlineAt, closeAt, option))
  const { isRest, closeOnlyLeadMs, closingLeadMs } = option
  const facts = {
    isActive,
    isRest,
    closeOnlyLeadMs,
    closingLeadMs,
    deadlineAt,
    closeAt,
    now,
    requiredByOthers,
    required,
  }
  const night = nightOf({ ...facts, equity: null })
  // Only what changes the row has it rendered: not each tick that moves the margin account.
  const missing = useQuery({
    ...crossQuery(true),
    select: (cross) => {
      const state = nightOf({ ...facts, equity: equityOf(cross) })
      return state.kind === 'open' && state.missing > 0n ? won(state.missing) : null
    },
  }).data
  return (
    <div className="row-sw on-r">
      <span>
        <b id={id}>{t(isActive ? 'nightHeld' : 'night')}</b>
        <small id={`${id}-hint`} className="num">
          {sentencesOf(night, t).map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
          {mine && (night.kind === 'open' || night.kind === 'held') && (
            <span>{t('nightExtra', { amount: won(wonOf(mine.extraMargin)) })}</span>
          )}
          {missing && <span className="warn">{t('nightMissing', { amount: missing })}</span>}
        </small>
      </span>
      <button
        type="button"
        role="switch"
        className="sw"
        aria-checked={isActive}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        disabled={lane !== null || !canSwitch(night)}
        onClick={() =>
          void run(`night-${position.id}`, 'POST /api/oversea/overnight', {
            overseaPositionId: position.id,
            isActive: !isActive,
          })
        }
      />
    </div>
  )
}

const canSwitch = (night: Night): boolean =>
  night.kind === 'open' || night.kind === 'held' || (night.kind === 'checked' && night.canEnd)

function sentencesOf(night: Night, t: ReturnType<typeof useTexts<keyof typeof overseaListTexts.ko>>): string[] {
  const ends = (at: number | null) => (at === null ? [] : [t('nightEndsAtClose', { time: formatMinute(at) })])
  switch (night.kind) {
    case 'rest':
      return [t('nightRest')]
    case 'held':
      return [t('nightCheck', { time: formatMinute(night.at) })]
    case 'checked':
      return [t('nightChecked')]
    case 'open':
      return [t('nightUntil', { time: formatMinute(night.at) })]
    case 'weekend':
      return [t('nightWeekend'), ...ends(night.closesAt)]
    case 'late':
      return [t('nightLate', { time: formatMinute(night.at) }), ...ends(night.closesAt)]
  }
}
