import { isApiError } from '@maru/client/api/error'
import { useState } from 'react'

/** The version that a change is made of: after somebody else was first it is his, and the dialog shows it before it is written over. */
export function useVersion(seen: number) {
  const [version, setVersion] = useState(seen)
  const send = async <T>(run: (version: number) => Promise<T>): Promise<T> => {
    try {
      return await run(version)
    } catch (error) {
      const newer = isApiError(error) && error.code === 'STALE_VERSION' ? error.params['version'] : null
      if (typeof newer === 'number') setVersion(newer)
      throw error
    }
  }
  return { isNewer: version !== seen, send }
}
