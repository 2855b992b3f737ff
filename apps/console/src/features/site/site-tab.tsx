import type { ConsoleSite } from '@maru/contract'
import { Badge, Empty } from '@maru/ui'
import { useMay } from '../../parts/may.tsx'
import { errorText } from '../../session/words.ts'
import { ChangeSet } from './change-set.tsx'
import { edit, flagPlaces, onOff, useDraft } from './draft.ts'
import { SiteFrame, TabSkeleton } from './frame.tsx'
import { useConsoleSite } from './use-site.ts'

/** What a site has, as switches, and what it is. */
export default function SiteTab() {
  const { data: site, error, refetch } = useConsoleSite()
  if (site)
    return (
      <SiteFrame
        title="상품 · 사이트"
        tools={<Badge>버전 {site.version}</Badge>}
        side={<ChangeSet site={site} onSent={() => void refetch()} />}
      >
        <Products site={site} />
        <Facts site={site} />
      </SiteFrame>
    )
  return (
    <SiteFrame title="상품 · 사이트">
      {error ? <Empty title="사이트를 불러오지 못했습니다">{errorText(error)}</Empty> : <TabSkeleton />}
    </SiteFrame>
  )
}

function Products({ site }: { site: ConsoleSite }) {
  const draft = useDraft(site.id)
  return (
    <section className="panel">
      <header className="site-h">
        <h3>상품</h3>
        <span className="sub">종류 값 여섯 자리, 왼쪽부터 0번. 끄면 회원 메뉴에서 바로 사라지고 거절됩니다</span>
      </header>
      <ul className="site-flags">
        {flagPlaces.map((place, index) =>
          place === null ? (
            <li key="unused" className="off">
              <span className="num">{index}</span>
              <b>사용 안 함</b>
              <span className="what">약속된 자리, 늘 0</span>
              <span>꺼짐</span>
            </li>
          ) : (
            <Switch
              key={place.flag}
              place={String(index)}
              name={place.name}
              what={place.what}
              before={site.flags[place.flag]}
              value={draft.flags[place.flag] ?? site.flags[place.flag]}
              onChange={(on) => edit(site.id, { flags: { ...draft.flags, [place.flag]: on } })}
            />
          ),
        )}
        <Switch
          place="·"
          name="실시간 상담"
          what="/live_chat, 더보기의 상담"
          before={site.liveChat}
          value={draft.liveChat ?? site.liveChat}
          onChange={(liveChat) => edit(site.id, { liveChat })}
        />
      </ul>
    </section>
  )
}

interface SwitchProps {
  place: string
  name: string
  what: string
  before: boolean
  value: boolean
  onChange: (value: boolean) => void
}

function Switch({ place, name, what, before, value, onChange }: SwitchProps) {
  const may = useMay('sites')
  return (
    <li className={before === value ? undefined : 'ed'}>
      <span className="num">{place}</span>
      <b>{name}</b>
      <span className="what">{what}</span>
      <span>
        {before !== value && `${onOff(before)} → `}
        {onOff(value)}
      </span>
      <button
        type="button"
        role="switch"
        className="sw"
        aria-checked={value}
        aria-label={name}
        disabled={!may}
        onClick={() => onChange(!value)}
      />
    </li>
  )
}

function Facts({ site }: { site: ConsoleSite }) {
  return (
    <section className="panel">
      <header className="site-h">
        <h3>사이트</h3>
      </header>
      <dl className="kv site-facts">
        <dt>번호 · 코드</dt>
        <dd className="num">
          {site.id} · {site.code}
        </dd>
        <dt>도메인</dt>
        <dd>{site.domains.length === 0 ? '없음' : site.domains.join(', ')}</dd>
        <dt>운영 방식</dt>
        <dd>
          {site.moneyMode === 'DEMO' ? '모의투자 (DEMO)' : '실거래 (LICENSED)'} · 지갑이 생긴 뒤에는 바뀌지 않습니다
        </dd>
      </dl>
    </section>
  )
}
