import { create } from 'zustand'

/** Who waits for a code of the authenticator app; null: nobody. */
export const useProof = create<{ readonly answer: ((isProved: boolean) => void) | null }>(() => ({ answer: null }))

/** Asks whoever works here for a new code; false where he gave none. */
export function askProof(): Promise<boolean> {
  useProof.getState().answer?.(false)
  return new Promise((resolve) => {
    useProof.setState({
      answer: (isProved) => {
        useProof.setState({ answer: null })
        resolve(isProved)
      },
    })
  })
}
