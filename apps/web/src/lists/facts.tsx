import type { ReactNode } from 'react'
import './history.css'

/** Keys and values of a record; what is false is left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode] | false)[] }) {
  return (
    <dl className="kv num hx-k">
      {facts
        .filter((fact) => fact !== false)
        .map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
