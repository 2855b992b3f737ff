import type { DeskRequest } from '@maru/contract'
import { formatTime } from '@maru/ui'
import { actWord } from '../../parts/act-words.ts'
import { requestStatusWords } from '../../parts/desk-words.ts'
import { t } from './texts.ts'

/** What happened so far, the newest first: the states it reached, and what staff did and why. */
export function RequestLog({ row: { acts, steps, reason } }: { row: DeskRequest }) {
  const lines = [
    ...steps.map(({ state, at }) => ({ key: `step ${state}`, at, text: requestStatusWords[state] })),
    ...acts.map(({ id, at, action, staffName, toName, reason, refusal }) => ({
      key: `act ${id}`,
      at,
      text: `${staffName} ${actWord(action)}${toName === null ? '' : ` → ${toName}`}${refusal === null ? '' : t('refusedWith', { refusal })} · “${reason}”`,
    })),
  ].sort((a, b) => b.at - a.at)
  return (
    <>
      <h3>{t('record')}</h3>
      <ul className="log">
        {reason !== null && <li>{t('whyEnded', { reason })}</li>}
        {lines.map(({ key, at, text }) => (
          <li key={key}>
            <time>{formatTime(at)}</time>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
