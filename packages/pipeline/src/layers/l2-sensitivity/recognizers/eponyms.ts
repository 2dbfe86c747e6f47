import { phrases, words } from '../phrases.ts'
import { isGivenName } from './known-names.ts'

/** After whom things are called, and hardly anybody else is; https://en.wikipedia.org/wiki/Lists_of_eponyms. */
const KNOWN: ReadonlySet<string> = new Set(
  words(`
    ackermann alzheimer ampère ampere apgar archimedes asperger avogadro bayes bellman bernoulli bessel boltzmann bohr
    bresenham burkitt caesar cauchy chandrasekhar chebyshev coulomb creutzfeldt crohn cronbach cushing descartes dijkstra
    dirac doppler edmonds einstein euclid euler faraday fermat fermi feynman fibonacci fourier fulkerson galton gauss gini
    gödel godel goldbach gompertz goodhart guillain hadamard hamming hashimoto heimlich heisenberg hilbert hodgkin hooke
    hubble huffman huntington jacobi kalman kaposi karnaugh kepler kirchhoff knuth korsakoff kruskal kuiper kutta
    lagrange laplace lebesgue leibniz levenshtein likert lorentz lorenz mandelbrot mantoux marfan markov maxwell menger
    mersenne munchausen navier newton noether nyquist occam ockham ohm papanicolaou pareto parkinson pavlov peano penrose
    planck poincaré poincare poisson ptolemy pythagoras raynaud richter riemann rorschach runge schrödinger schrodinger
    schwarzschild sierpinski sjögren stokes strassen tourette turing venn viterbi voronoi warshall weibull wernicke
    wilcoxon zeno zipf`),
)

/** Frequent names with what is called after one who had it. */
const PAIRS: ReadonlySet<string> = new Set(
  phrases(`
    addison disease | bell theorem | bell inequality | boyer algorithm | brown algebra | cantor set | charles law
    dalton law | darwin theory | down syndrome | fisher test | floyd algorithm | ford algorithm | gates law | graves disease
    hamilton equations | hanlon razor | hardy inequality | moore law | moore algorithm | moore machine | morris algorithm
    murphy law | nash equilibrium | ohm law | pascal law | pascal triangle | pearson correlation | pearson coefficient
    prim algorithm | pratt algorithm | ramsey theory | reye syndrome | reynolds number | rubik cube | russell paradox
    shannon theorem | shor algorithm | simpson paradox | simpson rule | snell law | spearman correlation | stirling formula
    taylor series | taylor polynomial | turner syndrome | watt engine | wilson disease | wilson theorem`),
)

/** What is called after somebody. */
const THINGS: ReadonlySet<string> = new Set(
  words(`
    algorithm algorithms theorem theorems lemma conjecture equation equations inequality constant paradox hypothesis law
    laws principle rule rules test tests scale score syndrome disease lymphoma sarcoma maneuver manoeuvre triangle
    distribution transform series filter coding code machine numbers sequence diagram diagrams matrix effect cipher salad
    cat razor curve coefficient correlation criterion equilibrium efficiency radius belt telescope notation
    distance thyroiditis integral polynomial polynomials sphere geometry logic calculus mechanics statistics inference
    classifier prior posterior optimality dilemma phenomenon demon function functions series model models chain chains`),
)

/** What stands behind the name of nobody who is meant, known or not. */
const ALWAYS_THINGS: ReadonlySet<string> = new Set(
  words(`
    algorithm algorithms theorem theorems lemma conjecture equation equations inequality paradox syndrome lymphoma
    sarcoma coefficient polynomial polynomials`),
)

/** So far behind the name it is looked for, in code units. */
const BEHIND = 60
const THING_BEHIND =
  /^(?:(?<joined>(?:[-–]\p{Lu}\p{L}{1,20}){1,2})?(?<genitive>(?:'|’)s?)?) (?:(?:first|second|third|last|little|big|shortest[- ]path) )?(?<thing>\p{Ll}{2,20})\b/u
const JOINED_BEFORE = /\p{L}[-–]$/u
const TITLE_BEFORE = /(?:^|[^\p{L}])(?:mr|mrs|ms|miss|dr|prof|professor|herr|frau|señor|señora|mme|m)\.? $/iu

/**
 * Whether a name of one word stands for a thing that is called after somebody: `Dijkstra's algorithm`, `Caesar salad`.
 * `Keller's algorithm`, `Maria's disease` and `Isaac Newton's laws` name those who are meant.
 */
export function isEponym(text: string, start: number, end: number): boolean {
  const value = text.slice(start, end)
  if (/[^\p{L}\p{M}'’–-]/u.test(value)) return false
  const match = THING_BEHIND.exec(text.slice(end, end + BEHIND))
  const { thing = '', genitive, joined } = match?.groups ?? {}
  if (thing === '' || TITLE_BEFORE.test(text.slice(Math.max(0, start - 12), start))) return false
  const parts = value
    .toLowerCase()
    .replace(/['’]s?$/u, '')
    .split(/[-–]/)
  if (parts.every((part) => (KNOWN.has(part) && THINGS.has(thing)) || PAIRS.has(`${part} ${thing}`))) return true
  if (genitive !== undefined || /['’]s?$/u.test(value) || !ALWAYS_THINGS.has(thing)) return false
  const isJoined =
    joined !== undefined || parts.length > 1 || JOINED_BEFORE.test(text.slice(Math.max(0, start - 2), start))
  return isJoined || !parts.some((part) => isGivenName(part))
}
