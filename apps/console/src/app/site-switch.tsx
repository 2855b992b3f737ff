import { useHome } from '../session/home.ts'
import { chooseSite, useMe, useSiteId } from '../session/staff.ts'

/** Chooses among the sites of whoever is signed in. */
export function SiteSwitch() {
  const { siteIds } = useMe()
  const siteId = useSiteId()
  const home = useHome((state) => state.home)
  const nameOf = (id: number) => (id === home?.id ? home.name : `사이트 ${id}`)
  return (
    <label className="sel">
      <span className="sr">사이트</span>
      <select value={siteId} onChange={(event) => chooseSite(Number(event.currentTarget.value))}>
        {siteIds.map((id) => (
          <option key={id} value={id}>
            {nameOf(id)}
          </option>
        ))}
      </select>
    </label>
  )
}
