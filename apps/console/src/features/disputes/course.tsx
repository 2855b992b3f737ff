import type { DeskP2pOrder, P2pStatement } from '@maru/contract'
import { formatDateTime } from '@maru/ui'
import { p2pStateWords } from '../../parts/desk-words.ts'
import { Evidence } from './evidence.tsx'
import { t } from './texts.ts'
import { tellerWords } from './words.ts'

interface Props {
  order: Pick<DeskP2pOrder, 'id' | 'steps'>
  statements: readonly P2pStatement[]
}

/** What happened to an order, the oldest first: the states it reached, and what both sides said and sent in between. */
export function Course({ order: { id, steps }, statements }: Props) {
  const lines = [
    ...steps.map(({ state, at }) => ({ key: `step ${state} ${at}`, at, state, said: null })),
    ...statements.map((said) => ({ key: `said ${said.id}`, at: said.at, state: null, said })),
  ].sort((a, b) => a.at - b.at)
  return (
    <ul className="log">
      {lines.map(({ key, at, state, said }) => (
        <li key={key}>
          <time>{formatDateTime(at)}</time>
          {state !== null && <span>{p2pStateWords[state]}</span>}
          {said !== null && (
            <span>
              <b>{tellerWords[said.teller]}</b> {said.text}
              {said.fileIds.map((fileId) => (
                <Evidence key={fileId} orderId={id} fileId={fileId} />
              ))}
            </span>
          )}
        </li>
      ))}
      {statements.length === 0 && <li>{t('nothingSaid')}</li>}
    </ul>
  )
}
