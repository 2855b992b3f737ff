import { Icon, type IconName } from '@maru/ui'
import type { ReactNode } from 'react'

/** What stands in one line of the page of security. */
export const Row = ({ icon, name, state, end }: { icon: IconName; name: string; state: string; end: ReactNode }) => (
  <>
    <Icon name={icon} />
    <span>
      <b>{name}</b>
      <small className="num">{state}</small>
    </span>
    {end}
  </>
)
