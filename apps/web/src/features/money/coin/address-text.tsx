/** An address in groups of four letters; the first and the last that differ between addresses stand out, to be compared. */
export function AddressText({ address }: { address: string }) {
  const groups = (address.match(/.{1,4}/g) ?? []).map((text, index) => ({ text, at: index }))
  const isDemo = groups[0]?.text === 'demo'
  const first = isDemo ? 1 : 0
  return (
    <p className="addr-t num">
      {groups.map(({ text, at }) => (
        <span
          key={at}
          className={isDemo && at === 0 ? 'demo' : at === first || at === groups.length - 1 ? 'mark' : undefined}
        >
          {text}
        </span>
      ))}
    </p>
  )
}
