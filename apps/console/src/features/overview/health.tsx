import type { Overview } from '@maru/contract'
import { Badge } from '@maru/ui'

const words: Readonly<Record<string, string>> = {
  database: '데이터베이스',
  bus: '내부 전달',
  core: '거래 코어',
  feed: '시세',
  ledger: '원장 대사',
  providers: '제공사',
  outgoing: '보낼 것',
  backup: '백업',
}

/** What each part of the system says of itself. */
export function Health({ health }: { health: Overview['health'] }) {
  const bad = health.filter(({ problem }) => problem !== null).length
  return (
    <section className="panel" aria-labelledby="health">
      <header>
        <h2 id="health">시세 · 대사 · 시스템</h2>
        <Badge tone={bad > 0 ? 'warn' : 'ok'}>{bad > 0 ? `${bad}곳 확인` : '모두 정상'}</Badge>
      </header>
      <dl className="health">
        {health.map(({ name, problem }) => (
          <div key={name} className={problem === null ? undefined : 'is-warn'}>
            <dt>
              <i className="dot" />
              {words[name] ?? name}
            </dt>
            <dd>{problem ?? '정상'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
