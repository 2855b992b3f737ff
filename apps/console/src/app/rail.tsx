import { useEffect, useRef } from 'react'
import { NavLink, useMatch } from 'react-router'
import { AreaIcon } from '../parts/area-icon.tsx'
import { useCounts } from '../parts/counts.ts'
import { roleWords } from '../parts/table-words.ts'
import { useMe } from '../session/staff.ts'
import { type Area, groups } from './areas.ts'
import { RailFrame } from './rail-frame.tsx'
import { t } from './texts.ts'

/** The areas by group, what waits in each, and who is signed in. Icons only on a narrow screen. */
export function Rail({ areas }: { areas: readonly Area[] }) {
  const me = useMe()
  return (
    <RailFrame
      brand={t('brand')}
      name={me.name}
      role={
        <span title={me.username}>
          {roleWords[me.role]}({me.role})
        </span>
      }
    >
      {groups.map((group) => {
        const inside = areas.filter((area) => area.group === group)
        if (inside.length === 0) return null
        return (
          <section key={group} aria-labelledby={`rail-${group}`}>
            <h2 id={`rail-${group}`}>{group}</h2>
            {inside.map((area) => (
              <Entry key={area.path} area={area} />
            ))}
          </section>
        )
      })}
    </RailFrame>
  )
}

function Entry({ area: { path, title, icon } }: { area: Area }) {
  const count = useCounts((counts) => counts[path])
  const isOpen = useMatch(`/${path}/*`) !== null
  const entry = useRef<HTMLAnchorElement>(null)
  // However it was opened, where one is shows in a rail that is longer than the screen.
  useEffect(() => {
    if (isOpen) entry.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <NavLink ref={entry} to={`/${path}`} title={title}>
      <AreaIcon name={icon} />
      <span>{title}</span>
      {count !== undefined && count > 0 && (
        <em>
          {count > 99 ? '99+' : count}
          <span className="sr">{t('waitingCount')}</span>
        </em>
      )}
    </NavLink>
  )
}
