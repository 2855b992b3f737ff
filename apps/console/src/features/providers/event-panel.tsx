import type { ReceivedEvent } from '@maru/contract'
import { Badge, formatDateTime } from '@maru/ui'
import { Copied } from '../../parts/copied.tsx'
import { eventStateWords } from '../../parts/desk-words.ts'
import { SidePanel } from '../../parts/side-panel.tsx'
import { eventTones, providerWord } from './words.ts'

/** What a provider told, and what became of it. */
export function EventPanel({ row, onClose }: { row: ReceivedEvent; onClose: () => void }) {
  return (
    <SidePanel
      title="받은 알림"
      badges={<Badge tone={eventTones[row.state]}>{eventStateWords[row.state]}</Badge>}
      onClose={onClose}
    >
      {row.state === 'FAULTY' && <p className="said">읽을 수 없어 돈이 움직이지 않았습니다. 제공사에 확인해 주세요.</p>}
      <dl className="kv">
        <dt>제공사</dt>
        <dd>{providerWord(row.provider)}</dd>
        <dt>제공사 번호</dt>
        <dd>
          <Copied text={row.event} label="제공사 번호" />
        </dd>
        <dt>종류</dt>
        <dd>{row.kind}</dd>
        <dt>받은 때</dt>
        <dd>{formatDateTime(row.receivedAt)}</dd>
        <dt>처리한 때</dt>
        <dd>{row.dispatchedAt === null ? '–' : formatDateTime(row.dispatchedAt)}</dd>
        <dt>시도</dt>
        <dd>{row.attempts}번</dd>
        <dt>메모</dt>
        <dd>{row.note ?? '–'}</dd>
      </dl>
      <h3>내용</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <pre className="prov-b" tabIndex={0}>
        {row.body}
      </pre>
    </SidePanel>
  )
}
