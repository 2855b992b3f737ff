import type { ReactNode } from 'react'
import './history.css'

interface HistoryRowProps {
  /** What it is: a name and its marks. */
  readonly head: ReactNode
  /** What came of it, at the right end. */
  readonly result: ReactNode
  readonly facts: string
  readonly detail: ReactNode
  /** Shows all of it; a row without is no button. */
  readonly onOpen?: () => void
}

/** Two lines of a history: what happened beside what came of it, and the facts of both. */
export function HistoryRow({ head, result, facts, detail, onOpen }: HistoryRowProps) {
  const lines = (
    <>
      <span className="l">
        <span className="a">{head}</span>
        {result}
      </span>
      <span className="l">
        <span className="c num">{facts}</span>
        {detail}
      </span>
    </>
  )
  if (!onOpen) return <div className="hx">{lines}</div>
  return (
    <button type="button" className="hx" aria-haspopup="dialog" onClick={onOpen}>
      {lines}
    </button>
  )
}
