import { type Group, MalformedProof, readLittleEndian } from '../group.ts'
import type { Equation, LinearRelation } from '../linear-relation.ts'

/** Reads a relation as `serializeRelation` writes it. Tests need it for vectors; a verifier makes its own relations. */
export function readRelation<Point>(group: Group<Point>, bytes: Uint8Array): LinearRelation<Point> {
  let offset = 0
  const take = (length: number) => {
    if (offset + length > bytes.length) throw new MalformedProof('The relation is cut off.')
    offset += length
    return bytes.subarray(offset - length, offset)
  }
  const count = () => Number(readLittleEndian(take(4)))
  const list = <Item>(read: () => Item): Item[] => Array.from({ length: count() }, read)
  const product = () => ({ element: count(), coefficient: group.decodeScalar(take(group.scalarBytes)) })
  const equations = list((): Equation => {
    const image = list(product)
    return { image, map: list(() => ({ scalar: count(), ...product() })) }
  })
  const elements = [group.generator]
  while (offset < bytes.length) elements.push(group.decodePoint(take(group.pointBytes)))
  return { elements, equations }
}
