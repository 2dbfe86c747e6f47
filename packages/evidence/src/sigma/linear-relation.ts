import { concatenate } from '../bytes.ts'
import { type Group, MalformedProof, writeLittleEndian } from './group.ts'

/** A point of the statement, by its place in `elements`, times a public coefficient. */
interface ImageTerm {
  readonly element: number
  readonly coefficient: bigint
}

/** A secret scalar, by its place in the witness, times such a product. */
export interface MapTerm extends ImageTerm {
  readonly scalar: number
}

/** The sum of the image's terms is that of the map's terms. */
export interface Equation {
  readonly image: readonly ImageTerm[]
  readonly map: readonly MapTerm[]
}

/**
 * A statement: equations among points that are linear in secret scalars. Every point on which it depends stands in
 * `elements` by itself; sums are never formed beforehand, or a proof would hold for other points with the same sum.
 *
 * Source: draft-irtf-cfrg-sigma-protocols-03, section 3.
 */
export interface LinearRelation<Point> {
  /** The first is the generator of the group. */
  readonly elements: readonly Point[]
  /** Coefficients are less than the order of the group. */
  readonly equations: readonly Equation[]
}

/** How many secret scalars the relation has. */
export function scalarCountOf({ equations }: LinearRelation<unknown>): number {
  return 1 + Math.max(-1, ...equations.flatMap(({ map }) => map.map(({ scalar }) => scalar)))
}

/** The left sides of the equations. */
export function imageOf<Point>(group: Group<Point>, { elements, equations }: LinearRelation<Point>): readonly Point[] {
  return equations.map(({ image }) =>
    group.sum(image.map(({ element, coefficient }) => [coefficient, at(elements, element)])),
  )
}

/**
 * Makes sure that a proof of the relation would say something. Throws {@link MalformedProof} where an equation is
 * empty or has the identity as its image, where an element or a scalar constrains nothing, where an index has no
 * element, or where the first element is not the generator. Source: the same draft, section 3.4.
 */
export function validateRelation<Point>(group: Group<Point>, relation: LinearRelation<Point>): void {
  const { elements, equations } = relation
  const [first, ...others] = elements
  if (first === undefined || !group.equals(first, group.generator)) {
    throw new MalformedProof('The first element is not the generator.')
  }
  if (equations.length === 0) throw new MalformedProof('A relation has an equation.')
  if (others.some((element) => group.isIdentity(element))) throw new MalformedProof('An element is the identity.')
  const used = new Set([0])
  for (const { image, map } of equations) {
    if (image.length === 0 || map.length === 0) throw new MalformedProof('An equation has no terms.')
    for (const term of [...image, ...map]) {
      if (term.coefficient < 0n || term.coefficient >= group.order) throw new MalformedProof('Not a coefficient.')
      used.add(term.element)
    }
  }
  if ([...used].some((index) => elements[index] === undefined)) throw new MalformedProof('An index has no element.')
  if (used.size !== elements.length) throw new MalformedProof('An element stands in no equation.')
  if (imageOf(group, relation).some((point) => group.isIdentity(point))) {
    throw new MalformedProof('An image is the identity.')
  }
  requireConstrainedScalars(group, relation)
}

/** Each scalar must move the sum of at least one equation. */
function requireConstrainedScalars<Point>(group: Group<Point>, relation: LinearRelation<Point>): void {
  const { elements, equations } = relation
  for (let scalar = 0; scalar < scalarCountOf(relation); scalar += 1) {
    const isConstrained = equations.some(({ map }) => {
      const terms = map.filter((term) => term.scalar === scalar)
      return !group.isIdentity(group.sum(terms.map((term) => [term.coefficient, at(elements, term.element)])))
    })
    if (!isConstrained) throw new MalformedProof('A scalar stands in no equation.')
  }
}

/** Writes a relation in the one form that a challenge is derived from. Source: the same draft, section 3.5. */
export function serializeRelation<Point>(group: Group<Point>, relation: LinearRelation<Point>): Uint8Array {
  const parts: Uint8Array[] = []
  const count = (value: number) => parts.push(writeLittleEndian(BigInt(value), 4))
  const product = ({ element, coefficient }: ImageTerm) => {
    count(element)
    parts.push(group.encodeScalar(coefficient))
  }
  count(relation.equations.length)
  for (const { image, map } of relation.equations) {
    count(image.length)
    for (const term of image) product(term)
    count(map.length)
    for (const term of map) {
      count(term.scalar)
      product(term)
    }
  }
  for (const element of relation.elements.slice(1)) parts.push(group.encodePoint(element))
  return concatenate(parts)
}

/** The element of an index. Throws {@link MalformedProof} where there is none. */
export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new MalformedProof('An index has no element.')
  return item
}
