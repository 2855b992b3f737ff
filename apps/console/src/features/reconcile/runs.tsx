import { call } from '@maru/client/api/client'
import type { ReconcileRun } from '@maru/contract'
import { Button, formatDateTime, formatTime, Icon } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useKeys } from '../../parts/keys.ts'
import { useMay } from '../../parts/may.tsx'

const shown = 16

/** The runs of the last day, and one more now. */
export function Runs({ runs, onDone }: { runs: readonly ReconcileRun[]; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const may = useMay('stopWithdrawals')
  useKeys([{ key: 'r', label: '지금 실행', run: () => setAsking(true) }], may)
  const sound = runs.filter(({ count }) => count === 0).length
  return (
    <section className="panel" aria-labelledby="runs">
      <header className="rec-h">
        <h2 id="runs">실행</h2>
        <span className="dim">
          매시 · 24시간 동안 {runs.length}번 중 {sound}번 일치
        </span>
        <span className="sp" />
        {may && (
          <Button size={36} onClick={() => setAsking(true)}>
            지금 실행 <kbd>R</kbd>
          </Button>
        )}
      </header>
      {runs.length === 0 ? (
        <p className="rec-none dim">아직 실행한 일이 없습니다</p>
      ) : (
        <ol className="rec-runs">
          {runs.slice(-shown).map(({ at, isFull, count }) => (
            <li key={at} className={count === 0 ? '' : 'bad'} title={formatDateTime(at)}>
              <span>
                {count === 0 ? <Icon name="check" small /> : <Icon name="close" small />}
                <span className="sr">{count === 0 ? '일치' : `어긋남 ${count}건`}</span>
              </span>
              <small className="num">{formatTime(at).slice(0, 5)}</small>
              <small className="dim">{isFull ? '전체' : '증분'}</small>
            </li>
          ))}
        </ol>
      )}
      {isAsking && (
        <ActionDialog
          title="대사를 지금 실행합니다"
          confirm="실행"
          done="실행했습니다"
          canned={['바로잡은 뒤 다시 확인합니다']}
          run={({ reason, key }) => call('POST /api/console/reconciliation/run', { params: {}, body: { reason }, key })}
          onDone={onDone}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
