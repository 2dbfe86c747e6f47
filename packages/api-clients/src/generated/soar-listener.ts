/*
 * Written by npm run openapi from docs/api/soar-listener.json. A test fails when it is not up to date.
 */

export interface paths {
    "/soar/command": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Freeze a user or a session, or unfreeze a user
         * @description Sign the message as in the Standard Webhooks specification (then any access token is left unread), or send an access token of the configured issuer with the scope `soar`, of an active user who is not frozen or of a listed client. The state has changed when the answer comes; a freeze reaches every live gateway within 500 ms. A signed message is executed once: the same `webhook-id` again gives 409 `message_replayed`, after a failure it may be sent again.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SoarCommand"];
                };
            };
            responses: {
                /** @description Executed. `idempotent-replayed: true` marks the answer of an earlier request. */
                200: {
                    headers: {
                        "idempotent-replayed"?: "true";
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SoarAnswer"];
                    };
                };
                /**
                 * @description `invalid_json`: The request body is not valid JSON.
                 *
                 *     `invalid_request`: The request is not valid.
                 *
                 *     `invalid_encoding`: The request body is not valid UTF-8.
                 *
                 *     `request_too_deep`: The request body is nested too deeply.
                 */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_invalid`: The access token is not valid here.
                 *
                 *     `token_expired`: The access token has expired.
                 *
                 *     `credentials_missing`: Sign the message or send an access token.
                 *
                 *     `signature_invalid`: The message signature is not valid here.
                 *
                 *     `signature_expired`: The signature is too old, or its time lies in the future.
                 */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /**
                 * @description `user_not_active`: This user is not active here.
                 *
                 *     `action_not_permitted`: You may not do what this request asks for.
                 *
                 *     `scope_missing`: The access token lacks the scope that is needed here.
                 *
                 *     `unfreeze_not_permitted`: Unfreezing from here is turned off.
                 *
                 *     `session_frozen`: This session is frozen. Ask your security team.
                 */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /**
                 * @description `not_found`: There is nothing at this address.
                 *
                 *     `user_not_found`: No such user is known.
                 */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `request_aborted`: The request was abandoned by the caller. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /**
                 * @description `message_replayed`: This message has been carried out already.
                 *
                 *     `in_flight`: This is being carried out right now. Ask again soon.
                 *
                 *     `user_ambiguous`: Several users match. Name exactly one.
                 */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `request_too_large`: The request body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `unsupported_media_type`: Send the body as JSON, without a content encoding. */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `idempotency_key_reused`: This key was used for another command before. */
                422: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `internal_error`: Something went wrong on our side. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /**
                 * @description `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `audit_unavailable`: The audit record could not be written, so the answer was not completed.
                 */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ssf/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a security event token (Shared Signals, push)
         * @description RFC 8935. CAEP `session-revoked` and RISC `account-disabled` freeze the user; other events are accepted and counted. A token that comes again is answered 202 and does nothing.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/secevent+jwt": string;
                };
            };
            responses: {
                /** @description Accepted; what it asks for is in force. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The token is refused; `err` as in RFC 8935, section 2.4. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SetError"];
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SetError"];
                    };
                };
                /** @description The body is not application/secevent+jwt. */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SetError"];
                    };
                };
                /** @description `internal_error`: Something went wrong on our side. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `dependency_unavailable`: A part that the gateway needs is not available. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        SoarAnswer: {
            /** @enum {string} */
            command: "freeze_user" | "freeze_session" | "unfreeze_user";
            user: {
                tenant: string;
                sub: string;
            };
            /** @description With `freeze_session`. */
            session_id?: number;
            /**
             * @description The state of the user or session now.
             * @enum {string}
             */
            state: "frozen" | "active";
            /** @description False where it was so already. */
            changed: boolean;
            /** @description Open sessions that the freeze holds; 0 for an unfreeze. */
            sessions_frozen: number;
            gateways: {
                /** @description Gateways that were alive when the state changed. */
                alive: number;
                /** @description Of those, how many confirmed that nothing of the user runs there any more. */
                acknowledged: number;
                /** @description Those that did not; each stops by itself when its lease runs out. */
                missing: string[];
            };
            /** @description From the arrival of the command to the last confirmation, `durable` included, or the end of the wait. */
            elapsed_ms: number;
            /** @description Counts the freezes and unfreezes of this user or session. */
            version: number;
            incident_id: string | null;
            /**
             * @description Of a freeze: `fsynced` to the disk of Redis, `replicated` to another Redis, or neither seen in time.
             * @enum {string}
             */
            durable?: "fsynced" | "replicated" | "unconfirmed";
            /** @description False where the freeze holds but its audit record could not be written. */
            recorded: boolean;
            /**
             * @description The user was frozen without being known (`force`).
             * @enum {boolean}
             */
            marked?: true;
        };
        Problem: {
            type: string;
            status: number;
            title: string;
            detail?: string;
            code: string;
            request_id?: string;
            errors?: {
                path: string;
                message: string;
                /** @description The place in a text that stands at `path`; 1 and up. */
                line?: number;
                column?: number;
            }[];
        };
        SoarCommand: components["schemas"]["FreezeUser"] | components["schemas"]["FreezeSession"] | components["schemas"]["UnfreezeUser"];
        FreezeUser: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            command: "freeze_user";
            user: components["schemas"]["SoarUser"];
            /** @description Where to look for the user; all tenants where it is absent. */
            tenant?: string;
            /** @description The case in the SOAR or ticket system; null, as in the answer, where there is none. */
            incident_id?: string | null;
            /** @description Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; put no secrets here. */
            reason: string;
            /** @description The same as the header `idempotency-key`: a command that comes again under it is answered as before. */
            idempotency_key?: string;
            /** @description Freezes also a `sub` that is not known, or cannot be looked up, so that it cannot begin. */
            force?: boolean;
        };
        SoarUser: {
            /** @description As access tokens name the user: claim `sub`, or what `OIDC_SUBJECT_CLAIM` says. Compared exactly. */
            sub?: string;
            /** @description The user name in the directory; case does not count. */
            preferred_username?: string;
            /** @description The e-mail address in the directory; case does not count. */
            email?: string;
        };
        FreezeSession: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            command: "freeze_session";
            /** @description The number in `service_metadata.session_id`. */
            session_id: number;
            user?: components["schemas"]["SoarUser"] & unknown;
            /** @description Where to look for the user; all tenants where it is absent. */
            tenant?: string;
            /** @description The case in the SOAR or ticket system; null, as in the answer, where there is none. */
            incident_id?: string | null;
            /** @description Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; put no secrets here. */
            reason: string;
            /** @description The same as the header `idempotency-key`: a command that comes again under it is answered as before. */
            idempotency_key?: string;
        };
        UnfreezeUser: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            command: "unfreeze_user";
            user: components["schemas"]["SoarUser"];
            /** @description Where to look for the user; all tenants where it is absent. */
            tenant?: string;
            /** @description The case in the SOAR or ticket system; null, as in the answer, where there is none. */
            incident_id?: string | null;
            /** @description Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; put no secrets here. */
            reason: string;
            /** @description The same as the header `idempotency-key`: a command that comes again under it is answered as before. */
            idempotency_key?: string;
        };
        SetError: {
            /** @enum {string} */
            err: "invalid_request" | "invalid_key" | "invalid_issuer" | "invalid_audience" | "authentication_failed" | "access_denied";
            description: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
