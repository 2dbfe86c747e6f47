import { basename } from 'node:path'
import { z } from '@hono/zod-openapi'
import {
  projectNameSchema,
  projectsSchema,
  uploadedProjectSchema,
  uploadQuerySchema,
} from '@sluice/assessment-contract'
import { SluiceError } from '@sluice/contracts'
import type { AssessmentApi } from '../assessment-api.ts'
import type { Upload } from '../uploads/uploads.ts'
import { type Answer, conflictResponse, describeEndpoint, invalidResponse, notFoundResponse } from '../wire/endpoint.ts'

export const projectsRoute = describeEndpoint('GET /v1/projects', {
  operationId: 'listProjects',
  summary: 'Projects',
  description:
    'What can be scanned by a name that is known: projects that were uploaded, folders that are meant for it, and what was scanned before. ' +
    'Each has its latest completed scan.',
  responses: {
    200: { description: 'The projects.', content: { 'application/json': { schema: projectsSchema } } },
  },
})

export function listProjects(api: AssessmentApi): Answer<typeof projectsRoute> {
  return (context) => {
    const { uploads, projectRoots: roots } = api
    const { maxProjects: projects, maxArchiveBytes: archiveBytes, maxBytes: bytes, maxFiles: files } = uploads.limits
    const limits = { projects, archiveBytes, bytes, files }
    return context.json({ projects: projectsOf(api), roots, limits }, 200)
  }
}

function projectsOf({ history, uploads, projectRoots }: AssessmentApi) {
  const scans = Map.groupBy(history.list(), ({ path }) => path)
  const uploaded = new Map<string, Upload>(uploads.list().map(({ path, upload }) => [path, upload]))
  // Of an upload that was removed nothing is left to be scanned.
  const isGone = (path: string) => uploads.root !== undefined && path.startsWith(`${uploads.root}/`)
  const scanned = [...scans.keys()].filter((path) => !isGone(path)).sort()
  return [...new Set([...uploaded.keys(), ...projectRoots, ...scanned])].map((path) => {
    const ofProject = scans.get(path) ?? []
    const [upload, lastScan] = [uploaded.get(path), ofProject.find(({ status }) => status === 'completed')]
    return {
      ...{ path, name: basename(path) || path, scanCount: ofProject.length },
      ...(upload === undefined ? {} : { upload }),
      ...(lastScan === undefined ? {} : { lastScan }),
    }
  })
}

const ARCHIVE = 'application/zip'

export const uploadRoute = describeEndpoint('POST /v1/projects', {
  operationId: 'uploadProject',
  summary: 'Upload a project',
  description:
    'Takes a ZIP archive as a project of this name, in the place of an earlier one; its path stays the same, and so does its history. ' +
    'It is kept until it is removed or the service ends. Nothing is scanned by this.',
  request: {
    query: uploadQuerySchema,
    body: { required: true, content: { [ARCHIVE]: { schema: z.string().openapi({ format: 'binary' }) } } },
  },
  responses: {
    200: { description: 'The project.', content: { 'application/json': { schema: uploadedProjectSchema } } },
    400: { ...invalidResponse, description: 'The name or the archive is not valid, or the archive exceeds a limit.' },
    409: conflictResponse,
  },
})

export function uploadProject(api: AssessmentApi): Answer<typeof uploadRoute> {
  return async (context) => {
    const { name, leftOut } = context.req.valid('query')
    const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    if (type !== ARCHIVE) {
      throw new SluiceError({ code: 'unsupported_media_type', message: `Send the archive as ${ARCHIVE}.` })
    }
    const { path } = await api.uploads.store(name, context.req.raw, leftOut)
    return context.json(
      projectsOf(api).find((project) => project.path === path),
      200,
    )
  }
}

export const removeProjectRoute = describeEndpoint('DELETE /v1/projects/{name}', {
  operationId: 'removeProject',
  summary: 'Remove an uploaded project',
  description: 'Its files are removed; its scans stay in the history.',
  request: { params: projectNameSchema },
  responses: {
    204: { description: 'It is removed.' },
    400: invalidResponse,
    404: notFoundResponse,
    409: conflictResponse,
  },
})

export function removeProject({ uploads }: AssessmentApi): Answer<typeof removeProjectRoute> {
  return async (context) => {
    await uploads.remove(context.req.valid('param').name)
    return context.body(null, 204)
  }
}
