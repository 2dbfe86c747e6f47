/*
 * Written by npm run openapi from docs/api/admin.json. A test fails when it is not up to date.
 */

export interface paths {
    "/admin/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find sessions, the newest first
         * @description CISO: the sessions of the tenant. AIGO: those of its own departments. SOC Analyst: all, with state and ids only, to find what to freeze. Sessions that have ended are not listed. A page may hold fewer sessions than asked for, even none, with more to come: `next` is absent at the end.
         */
        get: {
            parameters: {
                query?: {
                    /** @description A `sub`, `preferred_username` or e-mail address, whole. */
                    user?: string;
                    state?: "active" | "frozen";
                    /** @description 1 to 100. */
                    limit?: string;
                    /** @description The `next` of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: (components["schemas"]["Session"] | components["schemas"]["SessionState"])[];
                            /** @description The `cursor` of the next page. */
                            next?: string;
                        };
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View the state of a session
         * @description CISO: every session of the tenant. AIGO: sessions of its own departments; others seem not to exist. Messages are never shown.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The session. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"];
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sessions/{id}/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Freeze a session
         * @description CISO, SOC Analyst. Open streams of the session end, new requests in it are refused, until it is unfrozen. The user may begin another session: freeze the user to stop that. Freezing what is frozen answers `changed: false`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FreezeOrder"];
                };
            };
            responses: {
                /** @description What it did, and which gateways have confirmed it. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FreezeReport"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
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
    "/admin/sessions/{id}/unfreeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the freeze of a session
         * @description CISO. Does not end a freeze of the user: such a session stays frozen. What cannot be recorded for audit does not take place (503, `audit_unavailable`).
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FreezeOrder"];
                };
            };
            responses: {
                /** @description What it did, and which gateways have confirmed it. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FreezeReport"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
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
    "/admin/users/{sub}/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See whether a user is frozen
         * @description CISO, SOC Analyst. `{sub}` is claim `sub` of the user, percent-encoded.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sub: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The user. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UserFreeze"];
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `user_not_found`: No such user is known. */
                404: {
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
        put?: never;
        /**
         * Freeze a user: all sessions, those to come too
         * @description CISO, SOC Analyst. Open streams of the user end and every request is refused, until the user is unfrozen. A subject that is not known is refused, because it may be mistyped; `force: true` freezes it all the same.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sub: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UserFreezeOrder"];
                };
            };
            responses: {
                /** @description What it did, and which gateways have confirmed it. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FreezeReport"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `user_not_found`: No such user is known. */
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
    "/admin/users/{sub}/unfreeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the freeze of a user
         * @description CISO. Sessions that were frozen one by one stay so, and a user who is not active in the Users store stays out. What cannot be recorded for audit does not take place (503, `audit_unavailable`).
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sub: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FreezeOrder"];
                };
            };
            responses: {
                /** @description What it did, and which gateways have confirmed it. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FreezeReport"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `user_not_found`: No such user is known. */
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
    "/admin/users/{sub}/joint-unfreeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unfreeze the last CISO, by two persons
         * @description Legal Counsel and a SOC Analyst, one person of each, where no active CISO is left who is not frozen. The first call proposes, the second, of the other person, unfreezes. Each is on record first.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sub: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FreezeOrder"];
                };
            };
            responses: {
                /** @description Unfrozen: what it did, and which gateways have confirmed it. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FreezeReport"];
                    };
                };
                /** @description Proposed: somebody of the other role must agree. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UnfreezeProposal"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `user_not_found`: No such user is known. */
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
                /** @description `conflict`: This does not fit the current state. */
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
    "/admin/idp-sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how the identity sync is doing
         * @description CISO, SOC Analyst, Auditor. Counts, and of a held plan the first subjects; never all users.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The last pulls and what waits. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SyncStatus"];
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_invalid`: The access token is not valid here.
                 *
                 *     `token_expired`: The access token has expired.
                 *
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/idp-sync/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a pull that was held because it would revoke too many users
         * @description CISO. Its audit record is written first. The next pull applies what of the plan is still true; users who are in the directory again by then keep their access.
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
                    "application/json": components["schemas"]["SyncConfirmation"];
                };
            };
            responses: {
                /** @description Confirmed; the next pull applies it. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SyncConfirmed"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
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
                /** @description `conflict`: This does not fit the current state. */
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
    "/admin/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the policies that decide for the tenant
         * @description AIGO, CISO. Built-in and stored policies together, in the order of their ids.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only built-in, or only stored policies. */
                    origin?: "built-in" | "stored";
                    /** @description 1 to 100. */
                    limit?: string;
                    /** @description The `next` of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Of all policies and the configuration of this service; it changes with each of them. */
                            policy_version: string;
                            data: components["schemas"]["Policy"][];
                            /** @description The `cursor` of the next page; absent at the end. */
                            next?: string;
                        };
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        /**
         * Create or update a policy
         * @description AIGO: policies that are not immutable. CISO: immutable ones. Who changes which of the two a policy is needs both roles. It holds for the tenant of the caller, at every gateway within a second. Its audit record is written first. A text that cannot be used is refused with line and column.
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
                    "application/json": components["schemas"]["PolicyOrder"];
                };
            };
            responses: {
                /** @description Updated. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PolicySaved"];
                    };
                };
                /** @description Created. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PolicySaved"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
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
                /** @description `conflict`: This does not fit the current state. */
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
    "/admin/policies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a policy
         * @description AIGO: policies that are not immutable. CISO: immutable ones. Built-in policies stay. Its audit record is written first; its history remains.
         */
        delete: {
            parameters: {
                query: {
                    /** @description Of the policy that you have seen. */
                    version: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Deleted. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            /** @description Of the deletion, in the history of the policy. */
                            version: number;
                            /** @description As for a change. */
                            announced: boolean;
                        };
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `conflict`: This does not fit the current state. */
                409: {
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/policies/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See every version of a policy, the newest first
         * @description AIGO, CISO. A policy that was deleted keeps its history.
         */
        get: {
            parameters: {
                query?: {
                    /** @description 1 to 100. */
                    limit?: string;
                    /** @description The `next` of the page before. */
                    cursor?: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["PolicyVersion"][];
                            /** @description The `cursor` of the next page; absent at the end. */
                            next?: string;
                        };
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/policy-documents/{digest}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a text that decisions followed from
         * @description AIGO, CISO, Auditor. Evidence names the policies, the schema, the configuration and the endpoints of its time by their digests; `npm run replay-decisions` makes its decisions again from these texts.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description As evidence names it. */
                    digest: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The text. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description SHA-256 of the text in UTF-8, base64url. */
                            digest: string;
                            /**
                             * @description The Cedar policies; the Cedar schema; what gives callers and models their attributes; the endpoints.
                             * @enum {string}
                             */
                            kind: "policies" | "schema" | "entities" | "registry";
                            text: string;
                        };
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/evidence/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the evidence of a request
         * @description Auditor, CISO. A bundle that `npm run verify-evidence` verifies offline: it shows no prompt, value or person. A proof that is missing is made now; where that takes too long, `state` is `pending` and `retry-after` says when to ask again.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of a record of the audit trail, of an answer or an approval, or what was sent as `x-request-id`. */
                    request_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The bundle: docs/evidence-protocol.md specifies it. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": unknown;
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `conflict`: This does not fit the current state. */
                409: {
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
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the evidence of all records in a time
         * @description Auditor, CISO. JSON lines that `npm run verify-evidence` verifies offline: every leaf of the log from the first to the last record of the tenant in that time, so that the root is rebuilt and a record that was removed shows. Of other tenants it has the bare entries.
         */
        get: {
            parameters: {
                query: {
                    /** @description The first moment, as in RFC 3339. */
                    from: string;
                    /** @description The first moment that is not meant any more. */
                    to: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The range: docs/evidence-protocol.md specifies it. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/x-ndjson": string;
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `conflict`: This does not fit the current state. */
                409: {
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
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/evidence/challenges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Name records that must be answered for
         * @description Auditor, CISO. Names up to 1,000 leaves of the published checkpoint, by their numbers or by a seed: each must have a proof, an opening or the record of its erasure by `answer_by`. Their proofs come before all others. It is on record first.
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
                    "application/json": components["schemas"]["EvidenceChallengeOrder"];
                };
            };
            responses: {
                /** @description It is asked. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            id: string;
                            /** @description As `npm run verify-evidence` takes it with `--challenge`. */
                            challenge: {
                                /** @enum {number} */
                                challenge: 1;
                                /** @enum {string} */
                                by: "leaf" | "position";
                                from?: number;
                                to?: number;
                                seed?: string;
                                numbers: number[];
                            };
                            /** @description Of the published checkpoint after which they were named. */
                            tree_size: number;
                            asked_by: string;
                            /** Format: date-time */
                            asked_at: string;
                            /** Format: date-time */
                            answer_by: string;
                        };
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `request_aborted`: The request was abandoned by the caller. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `conflict`: This does not fit the current state. */
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
                /**
                 * @description `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `audit_unavailable`: The audit record could not be written, so the answer was not completed.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
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
    "/admin/evidence/challenges/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what became of records that were named
         * @description Auditor, CISO. Which of them are proved, opened or erased, and which are late. As `bundles` it is a bundle on each line, for `npm run verify-evidence`: one without a proof that can be made shows its record.
         */
        get: {
            parameters: {
                query?: {
                    format?: "json" | "bundles";
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The answers, or the bundles. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EvidenceChallenge"];
                        "application/x-ndjson": string;
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
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
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/policies/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See what the last recorded requests would have met
         * @description AIGO, CISO. Decides again whether each caller may use the model and do what the request set out to do: as of the time of the request, for the groups that the Users store has of the caller now. Where a request was routed to, what was revealed and what came from the cache is not decided again: records do not hold what it takes. Nothing is changed.
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
                    "application/json": components["schemas"]["SimulationOrder"];
                };
            };
            responses: {
                /** @description What would have been otherwise. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Simulation"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `request_aborted`: The request was abandoned by the caller. */
                408: {
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
                /**
                 * @description `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
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
    "/admin/policies/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run the tests of policies, as they would be
         * @description AIGO, CISO. Runs the tests that are given with the proposed policies, then those that are kept with the other enabled ones of the tenant, so that a change shows what else it breaks. Each asks one question, for somebody in the groups that it names, and compares the decision. Nobody is looked up, and nothing is stored. At most 100 tests for each policy, five seconds in all.
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
                    "application/json": components["schemas"]["PolicyTestOrder"];
                };
            };
            responses: {
                /** @description What became of each test. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PolicyTestReport"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `request_aborted`: The request was abandoned by the caller. */
                408: {
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
                /**
                 * @description `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
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
    "/admin/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit trail, the newest entries first
         * @description SOC Analyst, CISO, Auditor: the entries of the tenant. Every request and every act of the control plane has one, seconds after it at the latest. Pages stay as they are while entries are added. That somebody has read is on record, too: once a minute for each person.
         */
        get: {
            parameters: {
                query?: {
                    /** @description From this time on. */
                    from?: string;
                    /** @description Before this time. */
                    to?: string;
                    /** @description As `id` of an entry. */
                    id?: string;
                    /** @description The `sub` of the user whom it is about. */
                    user?: string;
                    session?: string;
                    /** @description As `type` of an entry, whole. */
                    type?: string;
                    /** @description 0 to 10. */
                    min_severity?: string;
                    /** @description A layer that has looked at the request. */
                    layer?: string;
                    /** @description A policy that determined something. */
                    policy_id?: string;
                    /** @description 1 to 1000. */
                    limit?: string;
                    /** @description The `next` of the page before. */
                    cursor?: string;
                    /** @description To follow the trail: the entries with a greater number than this, the oldest first. `next` is then always there, and is the `after` of the next call. None is ever passed over. */
                    after?: string;
                    /** @description `ndjson` and `csv` export everything that is found, the oldest first, without pages. `proof` does so with proofs that each record is the one that the log has committed to. `tlog-proof` gives the proof of the one record whose `id` is given. */
                    format?: "json" | "ndjson" | "csv" | "proof" | "tlog-proof";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page, or an export. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AuditEntry"][];
                            /** @description The `cursor` of the next page; absent at the end. */
                            next?: string;
                        };
                        "application/x-ndjson": string;
                        "text/csv": string;
                        "text/plain": string;
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `conflict`: This does not fit the current state. */
                409: {
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
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit-log/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify the stored audit trail
         * @description SOC Analyst, CISO, Auditor. Looks at every record of the tenant that the published checkpoint has, some thousands in a second, and names the first that is not as the log has committed to it. It trusts this service: whoever does not takes the export with `format=proof` and `npm run audit -- verify`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description From this time on. */
                    from?: string;
                    /** @description Before this time. */
                    to?: string;
                    /** @description As `id` of an entry. */
                    id?: string;
                    /** @description The `sub` of the user whom it is about. */
                    user?: string;
                    session?: string;
                    /** @description As `type` of an entry, whole. */
                    type?: string;
                    /** @description 0 to 10. */
                    min_severity?: string;
                    /** @description A layer that has looked at the request. */
                    layer?: string;
                    /** @description A policy that determined something. */
                    policy_id?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What was found. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Whether each record is as the log has committed to it. */
                            right: boolean;
                            /** @description The first record that is altered, missing or moved. */
                            fault?: string;
                            /** @description Records that were looked at. */
                            rows?: number;
                            /** @description How many of them were erased: that they were there is shown, and no more. */
                            erased?: number;
                            /** @description Whether none is missing up to `last_position`; with conditions nobody can tell. */
                            complete?: boolean;
                            last_position?: number;
                            /** @description Entries of the log that the published checkpoint has. */
                            tree_size?: number;
                        };
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `conflict`: This does not fit the current state. */
                409: {
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
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report what answers have cost
         * @description CISO, Auditor, AIGO: tokens and money of the tenant. Dept Admin: of users of its own departments; others seem not to exist. Added up by day of UTC, of up to 366 days. Exchanges are in the seconds after their end. At most 10000 rows: by `day` in their order, else the dearest first. A request of a user with several departments counts for each of them. That somebody has read is on record: once a minute for each person.
         */
        get: {
            parameters: {
                query: {
                    /** @description The first day, for example `2026-11-01`. */
                    from: string;
                    /** @description The last day. */
                    to: string;
                    /** @description What to add up by. */
                    by: "user" | "department" | "key" | "endpoint" | "model" | "day";
                    /** @description `csv` says in the header `x-truncated` whether there were more rows. */
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The report. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["UsageRow"][];
                            /** @description Whether there are more rows: ask for fewer days, or by something else. */
                            truncated: boolean;
                        };
                        "text/csv": string;
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                 * @description `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `audit_unavailable`: The audit record could not be written, so the answer was not completed.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/siem-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export events to a SIEM, the oldest first
         * @description SOC Analyst. A line for each event of the tenant: CEF version 0, OCSF or CloudEvents. Ask again with `x-next-cursor` as `cursor`, every few seconds if you like: each event comes once, and an empty answer keeps the cursor.
         */
        get: {
            parameters: {
                query?: {
                    /** @description From this time on. */
                    from?: string;
                    /** @description Before this time. */
                    to?: string;
                    /** @description 0 to 10. */
                    min_severity?: string;
                    /** @description Records of one page, each with all its events; 1 to 1000. */
                    limit?: string;
                    /** @description The header `x-next-cursor` of the page before. */
                    cursor?: string;
                    /** @description CEF, JSON of OCSF 1.9.0 or CloudEvents; else as the header `accept` says; else CEF. */
                    format?: "cef" | "ocsf" | "ndjson";
                };
                header?: {
                    /** @description `text/plain`, `application/x-ndjson` (CloudEvents) or `application/x-ndjson; profile=ocsf`; the first that is known. */
                    accept?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page of lines. */
                200: {
                    headers: {
                        /** @description The `cursor` of the next page. */
                        "x-next-cursor": string;
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                        "application/x-ndjson": string;
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/legal-holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List legal holds, the newest first
         * @description Legal Counsel: those of the tenant, the newest 1,000, with those that were released.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The holds. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["LegalHold"][];
                        };
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_invalid`: The access token is not valid here.
                 *
                 *     `token_expired`: The access token has expired.
                 *
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        /**
         * Keep the records of a user or a session
         * @description Legal Counsel. While it stands, neither retention nor erasure takes audit records of the user or the session, and the values behind their tokens do not expire. It is on record first.
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
                    "application/json": components["schemas"]["LegalHoldOrder"];
                };
            };
            responses: {
                /** @description It stands. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenedLegalHold"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `request_aborted`: The request was abandoned by the caller. */
                408: {
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
    "/admin/legal-holds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Release a legal hold
         * @description Legal Counsel. It is on record first; the hold stays in the list, as released.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It does not stand any more. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            id: string;
                        };
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_invalid`: The access token is not valid here.
                 *
                 *     `token_expired`: The access token has expired.
                 *
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a person, or one session
         * @description Legal Counsel. Destroys the keys of the sessions of a user of the tenant, or of one session, and with them everything that was sealed with them, wherever a copy of it lies: what tokens stand for, held requests, kept responses. Ends those sessions. Destroys the records about them, and the salts of their commitments: what was recorded cannot be told any more, and that something was recorded can. The security keys of a person are removed. Refused with 409 under a legal hold. It cannot be taken back, and can be repeated. It is on record, without the name of the person. Oneself is erased by somebody else.
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
                    "application/json": components["schemas"]["ErasureOrder"];
                };
            };
            responses: {
                /** @description What was erased. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Erasure"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
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
                /** @description `conflict`: This does not fit the current state. */
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
    "/admin/soar-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was told to the SOAR system, the newest first
         * @description SOC Analyst, CISO: the anomalies of the tenant, whether they were taken, and what they said: ids, counts and levels. That somebody has read is on record, once a minute for each person.
         */
        get: {
            parameters: {
                query?: {
                    /** @description In any state without it. */
                    state?: "pending" | "delivered" | "dead";
                    /** @description 1 to 100. */
                    limit?: string;
                    /** @description The `next` of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["SoarDelivery"][];
                            /** @description The `cursor` of the next page; absent at the end. */
                            next?: string;
                        };
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/soar-deliveries/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again what the SOAR system was told, or was to be told
         * @description SOC Analyst, CISO. One that is dead, or was delivered, is tried anew, as often as a new one. It is on record first.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It will be sent. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            /** @enum {string} */
                            state: "pending";
                        };
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_invalid`: The access token is not valid here.
                 *
                 *     `token_expired`: The access token has expired.
                 *
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
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
    "/admin/soar-deliveries/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell the SOAR system again all that was given up
         * @description SOC Analyst, CISO: the messages of the tenant that are dead, the newest 1,000. Each is tried as often as a new one. It is on record first.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description They will be sent. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description How many. */
                            deliveries: number;
                        };
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_invalid`: The access token is not valid here.
                 *
                 *     `token_expired`: The access token has expired.
                 *
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
    "/admin/soar-receivers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how the SOAR system that anomalies are told to does, and what waits for it
         * @description SOC Analyst, CISO: as the SOAR listeners said in the last minute. They tell it the anomalies of all tenants; the numbers are of the own one.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The receivers. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description None where no SOAR listener is alive, or is told of none. */
                            data: components["schemas"]["SoarReceiver"][];
                            /** @description Messages of the tenant that are tried again; 10,000 stands for that many or more. */
                            pending: number;
                            /** @description Those that were given up; likewise. */
                            dead: number;
                        };
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_invalid`: The access token is not valid here.
                 *
                 *     `token_expired`: The access token has expired.
                 *
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/private-semantic-map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View the codename registry
         * @description AIGO: every term of the tenant. Dept Admin: terms of its own departments; others seem not to exist.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Terms of this department only. */
                    department?: string;
                    /** @description 1 to 1,000. */
                    limit?: string;
                    /** @description The `next` of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Counted up by every upload; 0 before the first. */
                            version: number;
                            changed_by?: string;
                            changed_at?: string;
                            /** @description Terms that the caller may see. */
                            total: number;
                            /** @description Of these, by department; the empty name is none. */
                            departments: {
                                [key: string]: number;
                            };
                            /** @description The version that each gateway has, and when it said so. */
                            gateways: {
                                gateway: string;
                                version: number;
                                at: string;
                            }[];
                            data: components["schemas"]["Codename"][];
                            /** @description The `cursor` of the next page; absent at the end. */
                            next?: string;
                        };
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                 * @description `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
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
        put?: never;
        /**
         * Upload codename terms
         * @description AIGO. JSON `{mode, version, reason, terms: [{term, aliases, class, department, replacement}]}`, or a CSV (`text/csv`) with the same columns, aliases separated by `|`, and the rest as query. At most 200,000 terms. `add` also changes terms that are there, `replace` removes all others, `remove` looks at `term` only. Faulty rows are listed by line, the first 100, and nothing of the upload is stored. Its audit record is written first.
         */
        post: {
            parameters: {
                query?: {
                    /** @description For a CSV. JSON says it in its body. */
                    mode?: "add" | "replace" | "remove";
                    /** @description Of the registry that you have seen; any by default. */
                    version?: string;
                    /** @description Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; put no secrets here. */
                    reason?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What has changed. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Of the registry from now on. */
                            version: number;
                            added: number;
                            changed: number;
                            removed: number;
                            /** @description Terms of the tenant from now on. */
                            total: number;
                            /** @description False where gateways could not be told: they see it within `CODENAME_REFRESH_MS`. */
                            announced: boolean;
                        };
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `request_aborted`: The request was abandoned by the caller. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `conflict`: This does not fit the current state. */
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
                /** @description `rate_limit_exceeded`: Too many requests. Try again later. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /**
                 * @description `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
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
    "/admin/break-glass": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List break-glass requests, the newest first
         * @description Legal Counsel and CISO: the requests of the tenant, without values, and when a drill last succeeded.
         */
        get: {
            parameters: {
                query?: {
                    /** @description 1 to 100. */
                    limit?: string;
                    /** @description The `next` of the page before. */
                    cursor?: string;
                    /** @description Drills only, or none of them; both without it. */
                    drill?: "true" | "false";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["BreakGlassRequest"][];
                            /**
                             * Format: uuid
                             * @description The `cursor` of the next page.
                             */
                            next?: string;
                            /**
                             * Format: date-time
                             * @description Absent where no drill has succeeded yet.
                             */
                            last_drill_at?: string;
                        };
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        /**
         * Turn the first key to the original values of a session
         * @description Legal Counsel or a CISO. A person of the other role confirms within 15 minutes; then the two may read the values of the asked types for the asked time. With `drill` it works on synthetic values.
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
                    "application/json": components["schemas"]["BreakGlassOpening"];
                };
            };
            responses: {
                /** @description Waiting for the second key. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BreakGlassRequest"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                 *     `session_frozen`: This session is frozen. Ask your security team.
                 *
                 *     `too_many_values`: Too many sensitive values are stored for you. Begin another session, or let stored values expire.
                 */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `not_found`: There is nothing at this address. */
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
                /** @description `conflict`: This does not fit the current state. */
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
    "/admin/break-glass/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the second key
         * @description Legal Counsel or a CISO: a person of the other role than the one who has opened it, within 15 minutes.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; put no secrets here. */
                        reason?: string;
                    };
                };
            };
            responses: {
                /** @description Open: the two may read. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BreakGlassRequest"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
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
                /** @description `conflict`: This does not fit the current state. */
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
    "/admin/break-glass/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a break-glass request
         * @description Legal Counsel or a CISO, at any time before its end.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; put no secrets here. */
                        reason?: string;
                    };
                };
            };
            responses: {
                /** @description Ended. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BreakGlassRequest"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
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
                /** @description `conflict`: This does not fit the current state. */
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
    "/admin/break-glass/{id}/mappings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the original values of a session
         * @description The two persons of an open request, until it expires or is revoked. Every call is a critical audit record, written before the values leave. A page may hold few values, even none, with more to come: `next` is absent at the end.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The `next` of the page before. */
                    cursor?: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            request: components["schemas"]["BreakGlassRequest"];
                            data: components["schemas"]["OriginalValue"][];
                            /** @description Nothing of the session is stored any more: its values have expired. */
                            expired: boolean;
                            next?: string;
                        };
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `conflict`: This does not fit the current state. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /**
                 * @description `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests that wait, or have waited, for a human, the newest first
         * @description CISO, AIGO: those of the tenant. Dept Admin: those of its own departments. Nothing here quotes content.
         */
        get: {
            parameters: {
                query?: {
                    /** @description In any state without it. */
                    state?: "pending" | "approved" | "denied" | "expired" | "started" | "done" | "failed";
                    /** @description 1 to 100. */
                    limit?: string;
                    /** @description The `next` of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Approval"][];
                            /** @description The `cursor` of the next page; absent at the end. */
                            next?: string;
                        };
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/approvals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See one held request, as far as your clearance allows
         * @description CISO, AIGO, and the Dept Admin of the requester. Values above your clearance are shown as tokens. That you have looked is on record before anything is shown.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The request, and what was found in it. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApprovalWithContent"];
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /**
                 * @description `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
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
        put?: never;
        /**
         * Approve or deny a held request
         * @description CISO, AIGO, and the Dept Admin of the requester; never the requester, nor who has asked as a sample user. One denial denies. Once all thresholds are met a worker carries the request out, once, by the policy of that moment. Each decision is on record first.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ApprovalDecision"];
                };
            };
            responses: {
                /** @description As it stands with this decision. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Approval"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
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
                /** @description `conflict`: This does not fit the current state. */
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
    "/admin/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys, the newest first
         * @description CISO: those of the tenant. Dept Admin: of the own departments, and their own. Key Holder: their own. Keys that were revoked or have expired are among them. A page may hold fewer keys than asked for.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The `sub` of the user or service, whole. */
                    owner?: string;
                    department?: string;
                    state?: "active" | "expired" | "revoked";
                    /** @description 1 to 100. */
                    limit?: string;
                    /** @description The `next` of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["ApiKey"][];
                            /** @description The `cursor` of the next page. */
                            next?: string;
                        };
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        /**
         * Make an API key for a user or a service
         * @description CISO: for anybody. Dept Admin: for who is in departments of their own only and has no role. Key Holder: for themselves. The key acts for its owner at the gateways, and opens nothing here. It is on record first.
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
                    "application/json": components["schemas"]["ApiKeyOrder"];
                };
            };
            responses: {
                /** @description The key, this once. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewApiKey"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `user_not_found`: No such user is known. */
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
                /** @description `conflict`: This does not fit the current state. */
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
    "/admin/api-keys/{id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the limits of an API key
         * @description Who may make the key may change its limits. A limit that is left out stays, and null takes it away. What was spent stays spent. Every gateway is told and confirms it; requests that are under way keep the limits that they came in under. It is on record first, with the limits before and after. A key that was changed meanwhile, or was revoked, is a conflict.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ApiKeyLimitsOrder"];
                };
            };
            responses: {
                /** @description The key as it is now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKeyLimitsChanged"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
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
                /** @description `conflict`: This does not fit the current state. */
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
    "/admin/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an API key, without its secret, and what was used with it
         * @description CISO; Dept Admin: of the own departments; Key Holder: their own. That somebody has looked is on record: once a minute for each person.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The key. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKeyDetail"];
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api-keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key, for good
         * @description CISO, SOC Analyst; Dept Admin: of the own departments; Key Holder: their own. It takes effect as a freeze does: open streams that came with the key end, and every gateway confirms it. A key that was revoked is revoked again.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FreezeOrder"];
                };
            };
            responses: {
                /** @description What it did, and which gateways have confirmed it. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKeyRevocation"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
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
    "/admin/mcp-tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tools of MCP servers, with the definitions that are accepted
         * @description AIGO, CISO, Auditor. A thousand at most, by server and tool.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Those of all servers without it. */
                    server?: string;
                    /** @description Only those whose definition has changed. */
                    waiting?: "true";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The tools. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["ToolDefinition"][];
                        };
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/mcp-tools/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept the definition of a tool that has changed
         * @description AIGO, CISO. It is on record first. Gateways call the tool again within seconds.
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
                    "application/json": components["schemas"]["ToolAcceptance"];
                };
            };
            responses: {
                /** @description It is accepted. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            server: string;
                            tool: string;
                            /** @description Of the definition that waits, so that what was read is what is accepted. */
                            digest: string;
                        };
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
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
    "/admin/cache/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget the remembered answers of the tenant, or of one user
         * @description CISO, AIGO. Once this is answered no gateway looks up one that was remembered before, and none remembers one that it began to ask for before; what a gateway has already found goes on to its caller. It is on record first. Where it fails, some may be forgotten: ask again.
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
                    "application/json": components["schemas"]["ForgetOrder"];
                };
            };
            responses: {
                /** @description They are forgotten. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description The `sub` of a user; the whole tenant without it. */
                            user?: string;
                        };
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `user_not_found`: No such user is known. */
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
    "/admin/cache": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how answers are remembered, and how much room they take
         * @description CISO, Auditor, AIGO: the store of all tenants, as it is now, and what the gateways said in the last minute of how they use it. How often an answer came from it is in `GET /admin/overview`, and by model in `GET /admin/usage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The cache. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AnswerCache"];
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_invalid`: The access token is not valid here.
                 *
                 *     `token_expired`: The access token has expired.
                 *
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/policies/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the text of a policy, and change nothing
         * @description AIGO, CISO. What saving it would refuse, and what it would warn of, with line and column: for an editor, as somebody types. It takes some milliseconds and looks at the text alone: whether a change locks everybody out is found out when it is saved.
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
                    "application/json": components["schemas"]["PolicyDraft"];
                };
            };
            responses: {
                /** @description What was found. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PolicyValidation"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `request_aborted`: The request was abandoned by the caller. */
                408: {
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
    "/admin/audit-log/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the keys that proofs are verified with
         * @description SOC Analyst, CISO, Auditor. What `verifyExport` and `npm run audit -- verify` ask for, to verify an export with `format=proof`: the keys of the log and of its witnesses. Whoever does not trust this service has got them another way, and compares.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The keys, and the newest checkpoint. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LogKeys"];
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_invalid`: The access token is not valid here.
                 *
                 *     `token_expired`: The access token has expired.
                 *
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `conflict`: This does not fit the current state. */
                409: {
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/private-semantic-map/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See what an upload of codename terms would do
         * @description AIGO. Takes what the upload takes, in the same form and the same turns, and stores nothing: faulty rows by line, or how many terms would be added, changed and removed.
         */
        post: {
            parameters: {
                query?: {
                    /** @description For a CSV. JSON says it in its body. */
                    mode?: "add" | "replace" | "remove";
                    /** @description Of the registry that you have seen; any by default. */
                    version?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What would be changed, or what is wrong. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CodenameCheck"];
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `request_aborted`: The request was abandoned by the caller. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `conflict`: This does not fit the current state. */
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
                /** @description `rate_limit_exceeded`: Too many requests. Try again later. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /**
                 * @description `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
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
    "/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find people of the Users store
         * @description CISO, SOC Analyst, Legal Counsel: the people of the tenant, in the order of their subjects. With `frozen` a page may hold fewer than asked for, because the other conditions are held against each. That somebody has looked is on record: once a minute for each person.
         */
        get: {
            parameters: {
                query?: {
                    /** @description What the subject, the name or the e-mail address begins with, in any case. */
                    search?: string;
                    department?: string;
                    /** @description As the Users store has them; both without it. */
                    active?: "true" | "false";
                    /** @description Only those who are frozen, also where the Users store does not know them. */
                    frozen?: "true";
                    /** @description 1 to 100. */
                    limit?: string;
                    /** @description The `next` of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Person"][];
                            /** @description The `cursor` of the next page; absent at the end. */
                            next?: string;
                        };
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{sub}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See who somebody is
         * @description CISO, SOC Analyst, Legal Counsel. `{sub}` is claim `sub` of the person, percent-encoded.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sub: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The person. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"];
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `user_not_found`: No such user is known. */
                404: {
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/siem-receivers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what the receivers of events have been sent, and what waits for them
         * @description SOC Analyst, CISO: the receivers that this service is configured with, at most 17, and how each does, as the processes that send to it said in the last minute. They get the events of all tenants; the numbers are of the records of the own one.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The receivers. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["SiemReceiver"][];
                        };
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_invalid`: The access token is not valid here.
                 *
                 *     `token_expired`: The access token has expired.
                 *
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/siem-dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the records that a receiver of events refuses for good, the newest first
         * @description SOC Analyst, CISO: those of the tenant. That somebody has read is on record, once a minute for each person.
         */
        get: {
            parameters: {
                query?: {
                    /** @description In any state without it. */
                    state?: "dead" | "pending" | "delivered";
                    /** @description 1 to 100. */
                    limit?: string;
                    /** @description The `next` of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One page. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["SiemDeadLetter"][];
                            /** @description The `cursor` of the next page; absent at the end. */
                            next?: string;
                        };
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/siem-dead-letters/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a receiver again what it has refused
         * @description SOC Analyst, CISO. It is sent within a second or two where the receiver answers, and is `dead` again where it refuses once more. It is on record first.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It will be sent. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            /** @enum {string} */
                            state: "pending";
                        };
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `conflict`: This does not fit the current state. */
                409: {
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
    "/admin/siem-dead-letters/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a receiver again all that it has refused
         * @description SOC Analyst, CISO: those of the tenant that are dead, the newest 1,000. A turn of the receiver, twice a second, takes 20 of them, so that they hold up nothing else. What it refuses once more is `dead` again. It is on record first.
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
                    "application/json": components["schemas"]["ResendOrder"];
                };
            };
            responses: {
                /** @description They will be sent. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description How many. */
                            letters: number;
                        };
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
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
    "/admin/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See which gateways hold a lease, and how each process does
         * @description SOC Analyst, CISO, Auditor, AIGO. The processes of all tenants, as each says itself every five seconds: at most 200, and at most 500 leases. The assessment service has no store and says nothing here.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The processes. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            gateways: components["schemas"]["GatewayLease"][];
                            services: components["schemas"]["ServiceState"][];
                        };
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_invalid`: The access token is not valid here.
                 *
                 *     `token_expired`: The access token has expired.
                 *
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See which endpoint may see what, and how each does at each gateway
         * @description CISO, Auditor, AIGO: the endpoints that serve the tenant, as the gateways said in the last minute, which they do every five seconds. Addresses and keys are not among it. Of each gateway the first 200 are known, with 16 models each.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The endpoints. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Endpoint"][];
                            /** @description False where a gateway has more than it says. */
                            complete: boolean;
                        };
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_invalid`: The access token is not valid here.
                 *
                 *     `token_expired`: The access token has expired.
                 *
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how everything does, at a glance
         * @description SOC Analyst, CISO, Auditor, AIGO: figures of the tenant, put together from counters once in two seconds however many look. Gateways, services, outbox and evidence are those of all tenants. A part is there for whoever may do what it tells of: `approvals` for those who list them all, `spend` for those who read usage, `frozen_users` for those who view freezes, `dead_letters` for those who list them.
         */
        get: {
            parameters: {
                query?: {
                    /** @description In steps of five minutes, of an hour, or of a day of UTC: today and the 13 days before. */
                    window?: "hour" | "day" | "fortnight";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The figures. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Overview"];
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{sub}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See a person's limits, and what was used of them
         * @description CISO, Auditor, AIGO; Dept Admin: people of the own departments, others seem not to exist. By the groups that the Users store has, and by `QUOTAS`, which must be that of the gateways, with what gateways have taken of budgets by now. How many requests of a minute are left is known to each gateway alone. That somebody has looked is on record: once a minute for each person.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sub: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The limits. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UserLimits"];
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `user_not_found`: No such user is known. */
                404: {
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See the limits of departments and the tenant, and what was used of them
         * @description CISO, Auditor, AIGO: of the tenant and its departments. Dept Admin: of the own departments. By `QUOTAS`, which must be that of the gateways. What was used is up to some seconds old; what the gateways have taken of budgets is of now. How much of a minute is left is known to each gateway alone. 200 departments at most: those with limits, then the dearest. That somebody has looked is on record: once a minute for each person.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The limits. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Limits"];
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_invalid`: The access token is not valid here.
                 *
                 *     `token_expired`: The access token has expired.
                 *
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                 * @description `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `audit_unavailable`: The audit record could not be written, so the answer was not completed.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say who is logged in at the console, and what that person may do
         * @description The menu of the console follows it. The API decides all the same.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The session. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConsoleSession"];
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_expired`: The access token has expired.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the console session
         * @description Also where it is over already. The provider is asked to take its tokens back.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The session is over. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Where the browser logs out at the identity provider, too. */
                            logout_url?: string;
                        };
                    };
                };
                /** @description `token_missing`: Send an access token as `Authorization: Bearer ...`. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `action_not_permitted`: You may not do what this request asks for. */
                403: {
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
    "/console/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens, as server-sent events
         * @description Only what the person may see. `approval` {id, state, votes}; `freeze` {scope, subject or id, state, change, acknowledged, gateways}, again as gateways acknowledge it; `overview` {gateways, approvals_waiting}; `end` {reason}, after which the stream ends: `logged-out`, `idle`, `expired`, `frozen`, `deactivated`, `groups-changed`, `provider`, `replaced`, or `unavailable` and `stopping`, after which one may follow anew. An EventSource cannot send the header: read it with fetch. A person may have 8 at a time.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The stream. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_expired`: The access token has expired.
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
                /** @description `rate_limit_exceeded`: Too many requests. Try again later. */
                429: {
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
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/session/security-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List one’s own security keys */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Them, the oldest first. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["SecurityKey"][];
                            max: number;
                        };
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_expired`: The access token has expired.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
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
        put?: never;
        /**
         * Register a security key or passkey
         * @description With the answer of the authenticator to the last beginning in this session. It takes a login at the provider as fresh and strong as CONSOLE_WEBAUTHN_REGISTRATION asks for. It is on record first.
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
                    "application/json": components["schemas"]["NewSecurityKey"];
                };
            };
            responses: {
                /** @description The key. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SecurityKey"];
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
                 *     `token_expired`: The access token has expired.
                 *
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
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
                /** @description `conflict`: This does not fit the current state. */
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
    "/console/session/security-key-registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to register a security key
         * @description Gives what the browser hands to `navigator.credentials.create`; good for three minutes. It takes a login at the provider as fresh and strong as CONSOLE_WEBAUTHN_REGISTRATION asks for.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What the authenticator is asked for. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SecurityKeyCreation"];
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_expired`: The access token has expired.
                 *
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description `conflict`: This does not fit the current state. */
                409: {
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
    "/console/session/security-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a security key
         * @description What keys have confirmed in sessions of the person is taken back with it. It takes a login at the provider as fresh and strong as CONSOLE_WEBAUTHN_REGISTRATION asks for. It is on record first.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It is removed. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            id: string;
                        };
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `token_expired`: The access token has expired.
                 *
                 *     `insufficient_user_authentication`: This needs a fresher or stronger login.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/session/step-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to confirm with a security key
         * @description Gives what the browser hands to `navigator.credentials.get`; good for three minutes, once.
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
                    "application/json": components["schemas"]["SecurityKeyStep"];
                };
            };
            responses: {
                /** @description What the authenticator is asked for. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SecurityKeyRequest"];
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
                 *     `token_expired`: The access token has expired.
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
                /** @description `not_found`: There is nothing at this address. */
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
                /** @description `conflict`: This does not fit the current state. */
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
    "/console/session/step-up/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm with a security key
         * @description With the answer of the authenticator to the last beginning in this session. The session then counts as logged in at this moment, and has another id: the cookie of before is worth nothing.
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
                    "application/json": components["schemas"]["SecurityKeyConfirmation"];
                };
            };
            responses: {
                /** @description The session is confirmed. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: date-time */
                            confirmed_at: string;
                        };
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
                 *     `token_expired`: The access token has expired.
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
                /** @description `not_found`: There is nothing at this address. */
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
    "/console/session/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one’s own requests that wait for a human, or for the answer that follows, and those that were decided lately
         * @description Those that wait, the newest first, 100 at most; behind them those decided that were asked in the last three days, 20 at most. Everybody may, without a role. It quotes no content.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Them. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["OwnApproval"][];
                        };
                    };
                };
                /**
                 * @description `token_missing`: Send an access token as `Authorization: Bearer ...`.
                 *
                 *     `token_expired`: The access token has expired.
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/session/approvals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how one’s own held request stands
         * @description Everybody may, of requests of their own; any other seems not to exist. Who decides is told by roles, without names and comments. The content is not here: the answer is fetched at the gateway, by the id of the held one.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OwnApproval"];
                    };
                };
                /** @description `invalid_request`: The request is not valid. */
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
                 *     `token_expired`: The access token has expired.
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
                /** @description `not_found`: There is nothing at this address. */
                404: {
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
        put?: never;
        post?: never;
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
        Session: {
            id: number;
            /**
             * @description `frozen` where the session or its user is frozen.
             * @enum {string}
             */
            state: "active" | "frozen";
            tenant: string;
            user: {
                sub: string;
                /** @description As the Users store knows it; absent where it does not. */
                username?: string;
            };
            /** @description The OAuth client that began the session. */
            client: string;
            /** @description As the client named it; absent in its default session. */
            name?: string;
            /** @description Of the user, when the session was last used. */
            departments: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_seen_at: string;
            /** @description The last freeze or unfreeze of the session itself and of its user, where there was one. */
            freeze: {
                session?: components["schemas"]["FreezeState"];
                user?: components["schemas"]["FreezeState"];
            };
        };
        FreezeState: {
            /** @enum {string} */
            state: "active" | "frozen";
            /** @description Counts the freezes and unfreezes of this session or user. */
            version: number;
            /** Format: date-time */
            at: string;
            reason: string;
            /** @description Who did it: `user:SUB`, `soar:KEY`, `ssf:ISSUER` or `directory:NAME`. */
            by: string;
        };
        SessionState: {
            id: number;
            /**
             * @description `frozen` where the session or its user is frozen.
             * @enum {string}
             */
            state: "active" | "frozen";
            tenant: string;
            user: {
                sub: string;
            };
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
        FreezeReport: {
            /** @description False where it was so already. */
            changed: boolean;
            /** @enum {string} */
            state: "active" | "frozen";
            version: number;
            /**
             * Format: date-time
             * @description When the state was entered; absent where it was never another.
             */
            at?: string;
            /** @description Sessions that it reaches. */
            sessions: number;
            gateways: {
                /** @description Gateways that had to confirm it: those that were alive when the state changed. 0 where an unfreeze changed nothing. */
                alive: number;
                /** @description Of those, how many have confirmed it. */
                acknowledged: number;
                /** @description Those that have not; each stops by itself when its lease runs out. */
                missing: string[];
            };
            /** @description From the order to the last acknowledgement, or to the end of the wait. */
            elapsed_ms: number;
            /**
             * @description Of a freeze: `fsynced` to the disk of Redis, `replicated` to another Redis, or neither seen in time.
             * @enum {string}
             */
            durable?: "fsynced" | "replicated" | "unconfirmed";
            /** @description False where the freeze holds but its audit record could not be written. */
            recorded: boolean;
        };
        FreezeOrder: {
            /** @description Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; put no secrets here. */
            reason: string;
            /** @description The case in the SOAR or ticket system. */
            incident_id?: string;
        };
        UserFreeze: {
            tenant: string;
            user: {
                sub: string;
                /** @description As the Users store knows it; absent where it does not. */
                username?: string;
            };
            /** @enum {string} */
            state: "active" | "frozen";
            /** @description Sessions that have not ended, frozen ones included. */
            sessions: number;
            freeze?: components["schemas"]["FreezeState"] & unknown;
            /** @description What the gateways have said to the last freeze or unfreeze; absent a minute after it. */
            gateways?: {
                /** @description The ids of those that have confirmed it. */
                acknowledged: string[];
                /** @description Those that have not; each stops by itself when its lease runs out. */
                missing: string[];
            };
        };
        UserFreezeOrder: components["schemas"]["FreezeOrder"] & {
            /** @description Freezes a subject that is not known, so that it cannot begin when it appears. False by default. */
            force?: boolean;
        };
        UnfreezeProposal: {
            /** @description `user:SUB`. */
            proposed_by: string;
            /**
             * Format: date-time
             * @description When it expires unless somebody of the other role agrees.
             */
            until: string;
        };
        SyncStatus: {
            /** @description Each directory that was pulled lately; empty where the identity sync has not run. */
            directories: {
                directory: string;
                last_run: components["schemas"]["SyncRun"];
                /**
                 * Format: date-time
                 * @description Absent where it is too long ago to be shown.
                 */
                last_applied_at?: string;
            }[];
            /** @description The last 20 pulls, the newest first. */
            runs: components["schemas"]["SyncRun"][];
            /** @description What waits for a CISO, or is confirmed and waits for the next pull. */
            held_plans: components["schemas"]["HeldPlan"][];
        };
        SyncRun: {
            /** Format: uuid */
            run_id: string;
            directory: string;
            /** @enum {string} */
            trigger: "schedule" | "start" | "confirm";
            /**
             * @description `held`: it would revoke too many users at once, so nothing was changed.
             * @enum {string}
             */
            outcome: "running" | "applied" | "held" | "failed";
            /** @enum {string} */
            pull?: "snapshot" | "delta";
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            finished_at?: string;
            /** @description Users, by what the pull found. */
            counts?: {
                [key: string]: number;
            };
            /** @description Why it failed or was held. */
            fault?: {
                code: string;
                message: string;
            };
        };
        HeldPlan: {
            /**
             * Format: uuid
             * @description Names the plan in a confirmation.
             */
            run_id: string;
            directory: string;
            /** Format: date-time */
            started_at: string;
            /**
             * Format: date-time
             * @description Until then it can be confirmed or, once confirmed, be applied.
             */
            until: string;
            /** @description Users who would lose their access. */
            revocations: number;
            /** @description SHA-256 over their sorted subjects. */
            digest: string;
            /** @description The first 100 of them; none where they are too many to keep. */
            subjects: string[];
            /** @description Who has confirmed it: it waits for the next pull. */
            confirmed_by?: string;
            /** Format: date-time */
            confirmed_at?: string;
        };
        SyncConfirmed: {
            /** Format: uuid */
            run_id: string;
            directory: string;
            /** @description Users who lose their access, if the next pull still says so. */
            revocations: number;
            /** @description True where a pull was asked for at once; false where the next one by the clock will do it. */
            hastened: boolean;
        };
        SyncConfirmation: {
            /**
             * Format: uuid
             * @description Of the held plan, as `GET /admin/idp-sync` shows it.
             */
            run_id: string;
            /** @description Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; put no secrets here. */
            reason?: string;
        };
        Policy: {
            id: string;
            description: string;
            text: string;
            /**
             * @description Built-in policies ship with the product and hold for every tenant.
             * @enum {string}
             */
            origin: "built-in" | "stored";
            immutable: boolean;
            /** @enum {string} */
            status: "enabled" | "disabled";
            /** @description Counts the changes of this policy; absent for a built-in one. */
            version?: number;
            /** @description `user:SUB`; absent for a built-in policy. */
            changed_by?: string;
            /** Format: date-time */
            changed_at?: string;
            /** @description What it is expected to decide; absent where nobody has written that down. */
            tests?: components["schemas"]["PolicyTest"][];
        };
        PolicyTest: {
            /** @enum {string} */
            action: "reveal";
            /**
             * @description A type of data.
             * @enum {string}
             */
            resource: "PERSON" | "STREET_ADDRESS" | "LOCATION" | "ORGANIZATION" | "EMAIL_ADDRESS" | "PHONE_NUMBER" | "IP_ADDRESS" | "DATE_TIME" | "DATE_OF_BIRTH" | "AGE" | "AMOUNT" | "URL" | "GUID" | "BIC" | "SEX" | "TITLE" | "FAMILY" | "NRP" | "DIAGNOSIS" | "MEDICATION" | "US_SSN" | "IBAN_CODE" | "CREDIT_CARD" | "ABA_ROUTING_NUMBER" | "ACCOUNT_NUMBER" | "AT_SVNR" | "AU_ABN" | "AU_ACN" | "AU_MEDICARE" | "AU_TFN" | "BE_NATIONAL_NUMBER" | "BR_CNPJ" | "BR_CPF" | "CA_SIN" | "CH_AHV" | "CN_ID" | "CRYPTO" | "DEVICE_ID" | "DE_BSNR" | "DE_FUEHRERSCHEIN" | "DE_HANDELSREGISTER" | "DE_HEALTH_INSURANCE" | "DE_ID_CARD" | "DE_LANR" | "DE_PASSPORT" | "DE_SOCIAL_SECURITY" | "DE_TAX_ID" | "DE_TAX_NUMBER" | "DK_CPR" | "DK_CVR" | "ENCOUNTER_ID" | "ES_NIE" | "ES_NIF" | "ES_PASSPORT" | "FI_PERSONAL_IDENTITY_CODE" | "FI_BUSINESS_ID" | "FR_NIR" | "FR_SIRET" | "HEALTH_PLAN_ID" | "IE_PPS" | "IN_AADHAAR" | "IN_DRIVING_LICENCE" | "IN_GSTIN" | "IN_PAN" | "IN_PASSPORT" | "IN_VEHICLE_REGISTRATION" | "IN_VOTER" | "IT_DRIVER_LICENSE" | "IT_FISCAL_CODE" | "IT_IDENTITY_CARD" | "IT_PASSPORT" | "IT_VAT_CODE" | "JP_MY_NUMBER" | "KR_BRN" | "KR_DRIVER_LICENSE" | "KR_FRN" | "KR_PASSPORT" | "KR_RRN" | "MAC_ADDRESS" | "MEDICAL_LICENSE" | "MEDICAL_RECORD_NUMBER" | "NG_NIN" | "NG_BVN" | "NG_VEHICLE_REGISTRATION" | "NL_BSN" | "NO_NATIONAL_ID" | "NO_ORGANISASJONSNUMMER" | "NUMBER_PLATE" | "PH_PHILSYS" | "PH_SSS" | "PH_TIN" | "PH_UMID" | "PL_NIP" | "PL_PESEL" | "PT_NIF" | "SE_ORGANISATIONSNUMMER" | "SE_PERSONNUMMER" | "SG_NRIC_FIN" | "SG_UEN" | "TH_TNIN" | "TRAVEL_DOCUMENT" | "TR_NATIONAL_ID" | "UK_DRIVING_LICENCE" | "UK_NHS" | "UK_NINO" | "UK_PASSPORT" | "UK_POSTCODE" | "UK_VEHICLE_REGISTRATION" | "US_BANK_NUMBER" | "US_DRIVER_LICENSE" | "US_EIN" | "US_ITIN" | "US_MBI" | "US_NPI" | "US_PASSPORT" | "VIN" | "ZA_ID_NUMBER" | "ZIP_CODE" | "PASSWORD" | "API_KEY" | "ACCESS_TOKEN" | "PRIVATE_KEY" | "CUSTOM" | "CODENAME";
            /** @description That of the type unless given; a codename can have another. */
            level?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
            /** @description What it is about, for those who read that it failed. */
            name?: string;
            /** @description The subject of who asks; `somebody` without it. Nobody is looked up. */
            as?: string;
            /** @description The groups of who asks, which may be none. */
            groups: string[];
            /**
             * Format: date-time
             * @description When it is asked; at noon of a working day (UTC) without it.
             */
            at?: string;
            /**
             * @description What is expected.
             * @enum {string}
             */
            effect: "permit" | "hold" | "require-reason" | "forbid";
            /** @description The policies that determine it, all of them; not compared without it. */
            by?: string[];
        } | {
            /** @enum {string} */
            action: "invoke";
            /**
             * @description A category of actions, A to H.
             * @enum {string}
             */
            resource: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H";
            /** @description The model that is asked; `any-model` without it. */
            model?: string;
            /** @description What the request was found to hold: a level from 0 to 7, or with the risk of reidentification and flags. */
            tile?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | {
                level: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
                risk?: number;
                flags?: string[];
            };
            /** @description Whether the caller has given a reason. */
            reason?: boolean;
            /** @description What it is about, for those who read that it failed. */
            name?: string;
            /** @description The subject of who asks; `somebody` without it. Nobody is looked up. */
            as?: string;
            /** @description The groups of who asks, which may be none. */
            groups: string[];
            /**
             * Format: date-time
             * @description When it is asked; at noon of a working day (UTC) without it.
             */
            at?: string;
            /**
             * @description What is expected.
             * @enum {string}
             */
            effect: "permit" | "hold" | "require-reason" | "forbid";
            /** @description The policies that determine it, all of them; not compared without it. */
            by?: string[];
        } | {
            /** @enum {string} */
            action: "useModel" | "useCache";
            /** @description The model that is asked; `any-model` without it. */
            resource?: string;
            /** @description What it is about, for those who read that it failed. */
            name?: string;
            /** @description The subject of who asks; `somebody` without it. Nobody is looked up. */
            as?: string;
            /** @description The groups of who asks, which may be none. */
            groups: string[];
            /**
             * Format: date-time
             * @description When it is asked; at noon of a working day (UTC) without it.
             */
            at?: string;
            /**
             * @description What is expected.
             * @enum {string}
             */
            effect: "permit" | "hold" | "require-reason" | "forbid";
            /** @description The policies that determine it, all of them; not compared without it. */
            by?: string[];
        } | {
            /** @enum {string} */
            action: "useProviderTool";
            resource: string;
            /** @description What it is about, for those who read that it failed. */
            name?: string;
            /** @description The subject of who asks; `somebody` without it. Nobody is looked up. */
            as?: string;
            /** @description The groups of who asks, which may be none. */
            groups: string[];
            /**
             * Format: date-time
             * @description When it is asked; at noon of a working day (UTC) without it.
             */
            at?: string;
            /**
             * @description What is expected.
             * @enum {string}
             */
            effect: "permit" | "hold" | "require-reason" | "forbid";
            /** @description The policies that determine it, all of them; not compared without it. */
            by?: string[];
        } | {
            /** @enum {string} */
            action: "callTool";
            /** @description `SERVER/TOOL`. */
            resource: string;
            /** @description What the request was found to hold: a level from 0 to 7, or with the risk of reidentification and flags. */
            tile?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | {
                level: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
                risk?: number;
                flags?: string[];
            };
            /** @description What it is about, for those who read that it failed. */
            name?: string;
            /** @description The subject of who asks; `somebody` without it. Nobody is looked up. */
            as?: string;
            /** @description The groups of who asks, which may be none. */
            groups: string[];
            /**
             * Format: date-time
             * @description When it is asked; at noon of a working day (UTC) without it.
             */
            at?: string;
            /**
             * @description What is expected.
             * @enum {string}
             */
            effect: "permit" | "hold" | "require-reason" | "forbid";
            /** @description The policies that determine it, all of them; not compared without it. */
            by?: string[];
        } | {
            /** @enum {string} */
            action: "route";
            /** @description An endpoint, which need not exist. */
            resource: string;
            permittedLevel: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
            /** @enum {string} */
            providerKind?: "hosted" | "cloud-platform" | "byok" | "self-hosted";
            region?: string;
            retentionDays?: number;
            /** @description What the request was found to hold: a level from 0 to 7, or with the risk of reidentification and flags. */
            tile: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | {
                level: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
                risk?: number;
                flags?: string[];
            };
            /** @description What it is about, for those who read that it failed. */
            name?: string;
            /** @description The subject of who asks; `somebody` without it. Nobody is looked up. */
            as?: string;
            /** @description The groups of who asks, which may be none. */
            groups: string[];
            /**
             * Format: date-time
             * @description When it is asked; at noon of a working day (UTC) without it.
             */
            at?: string;
            /**
             * @description What is expected.
             * @enum {string}
             */
            effect: "permit" | "hold" | "require-reason" | "forbid";
            /** @description The policies that determine it, all of them; not compared without it. */
            by?: string[];
        } | {
            /** @enum {string} */
            action: "read-audit-log" | "verify-audit-log" | "view-log-keys" | "read-usage" | "open-break-glass" | "list-break-glass" | "confirm-break-glass" | "revoke-break-glass" | "read-break-glass-mappings" | "list-approvals" | "view-approval" | "decide-approval" | "list-policies" | "write-policy" | "delete-policy" | "view-policy-history" | "simulate-policies" | "validate-policy" | "test-policies" | "read-policy-document" | "read-evidence" | "export-evidence" | "challenge-evidence" | "read-evidence-challenge" | "read-private-semantic-map" | "write-private-semantic-map" | "check-codenames" | "read-siem-events" | "list-legal-holds" | "open-legal-hold" | "release-legal-hold" | "erase-person" | "list-soar-deliveries" | "resend-soar-delivery" | "resend-all-soar-deliveries" | "list-soar-receivers" | "list-siem-receivers" | "list-siem-dead-letters" | "resend-siem-dead-letter" | "resend-all-siem-dead-letters" | "list-sessions" | "view-session" | "freeze-session" | "unfreeze-session" | "view-user-freeze" | "freeze-user" | "unfreeze-user" | "joint-unfreeze-user" | "view-idp-sync" | "list-services" | "list-endpoints" | "view-overview" | "confirm-idp-sync" | "list-users" | "view-user" | "view-user-limits" | "list-limits" | "create-api-key" | "change-api-key" | "list-api-keys" | "view-api-key" | "revoke-api-key" | "list-tool-definitions" | "accept-tool-definition" | "forget-answers" | "view-cache";
            /** @enum {string} */
            resource?: "session" | "policy" | "approval";
            departments?: string[];
            /** @enum {string} */
            view?: "full" | "state";
            immutable?: boolean;
            /** @description What it is about, for those who read that it failed. */
            name?: string;
            /** @description The subject of who asks; `somebody` without it. Nobody is looked up. */
            as?: string;
            /** @description The groups of who asks, which may be none. */
            groups: string[];
            /**
             * Format: date-time
             * @description When it is asked; at noon of a working day (UTC) without it.
             */
            at?: string;
            /**
             * @description What is expected.
             * @enum {string}
             */
            effect: "permit" | "hold" | "require-reason" | "forbid";
            /** @description The policies that determine it, all of them; not compared without it. */
            by?: string[];
        };
        PolicySaved: {
            policy: components["schemas"]["Policy"];
            /** @description What it does otherwise than may be meant; it is saved all the same. */
            warnings: components["schemas"]["PolicyFault"][];
            /** @description False where the other services could not be told: they see it within `POLICY_REFRESH_MS`. */
            announced: boolean;
        };
        PolicyFault: {
            line: number;
            /** @description In UTF-16 code units. */
            column: number;
            /** @description What is wrong, and where Cedar knows it, what may have been meant. */
            message: string;
        };
        PolicyOrder: {
            id: string;
            /** @description Of the policy that you have seen; without it a policy is created. */
            version?: number;
            description: string;
            /** @description One Cedar policy. */
            text: string;
            /**
             * @description Only a CISO changes an immutable policy.
             * @default false
             */
            immutable: boolean;
            /**
             * @description A policy that is not enabled decides nothing.
             * @default true
             */
            enabled: boolean;
            /** @description What it is expected to decide; `POST /admin/policies/test` runs it. Left out, those that it has stay. */
            tests?: components["schemas"]["PolicyTest"][];
            /** @description Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; put no secrets here. */
            reason?: string;
        };
        PolicyVersion: {
            /** @enum {string} */
            change: "created" | "updated" | "deleted";
            /** @description Counts the changes of this policy. */
            version: number;
            description: string;
            text: string;
            immutable: boolean;
            /** @enum {string} */
            status: "enabled" | "disabled";
            /** @description `user:SUB`. */
            changed_by: string;
            /** Format: date-time */
            changed_at: string;
            /** @description What it is expected to decide; absent where nobody has written that down. */
            tests?: components["schemas"]["PolicyTest"][];
        };
        EvidenceChallengeOrder: {
            /**
             * @description The version, as `npm run verify-evidence -- choose` writes it.
             * @enum {number}
             */
            challenge?: 1;
            /**
             * @description Indexes of leaves, or positions among the records of the tenant.
             * @enum {string}
             */
            by: "leaf" | "position";
            /** @description Those that are named. */
            numbers?: number[];
            /** @description Or the text that chooses them. */
            seed?: string;
            /** @description How many it chooses, where `numbers` are not given. */
            count?: number;
            /** @description The first number that the seed may choose. */
            from?: number;
            /** @description The number behind the last one. */
            to?: number;
        };
        EvidenceChallenge: {
            /** Format: uuid */
            id: string;
            /** @description As `npm run verify-evidence` takes it with `--challenge`. */
            challenge: {
                /** @enum {number} */
                challenge: 1;
                /** @enum {string} */
                by: "leaf" | "position";
                from?: number;
                to?: number;
                seed?: string;
                numbers: number[];
            };
            /** @description Of the published checkpoint after which they were named. */
            tree_size: number;
            asked_by: string;
            /** Format: date-time */
            asked_at: string;
            /** Format: date-time */
            answer_by: string;
            /** @description How many were answered too late, or are not although the time is over. */
            late: number;
            leaves: {
                /** @description As it was named. */
                number: number;
                record_id?: string;
                /**
                 * @description `opened`: no proof can be made, and the bundle shows the record. `unproved`: its clearance is not kept or not proved. `absent`: of another tenant, from before there was evidence, or not kept any more.
                 * @enum {string}
                 */
                state: "proved" | "opened" | "erased" | "pending" | "unproved" | "absent";
                /** @description Why there is no proof: see docs/evidence.md. */
                why?: string;
                /**
                 * Format: date-time
                 * @description When the proof was there, or given up.
                 */
                at?: string;
                late: boolean;
            }[];
        };
        Simulation: {
            /** @description Recorded requests of the tenant that were looked at. */
            requests: number;
            /** @description Those that were decided again. */
            decided: number;
            /** @description Those that could not be, by reason. */
            unknown: {
                /** @description The Users store does not know the caller any more. */
                user: number;
                /** @description The request ended before it was known what it set out to do. */
                action: number;
                /** @description The model is recorded under a code only. */
                model: number;
                /** @description Not reached within ten seconds. */
                time: number;
                /** @description Records, of any tenant, that this version cannot read; not among `requests`. */
                form: number;
            };
            differences: {
                /** @enum {string} */
                recorded: "permit" | "hold" | "require-reason" | "forbid";
                /** @enum {string} */
                simulated: "permit" | "hold" | "require-reason" | "forbid";
                count: number;
            }[];
            /** @description The newest 100 that differ. */
            examples: {
                request_id: string;
                /** Format: date-time */
                at: string;
                sub: string;
                action: string;
                model: string;
                /** @enum {string} */
                recorded: "permit" | "hold" | "require-reason" | "forbid";
                /** @enum {string} */
                simulated: "permit" | "hold" | "require-reason" | "forbid";
                /** @description What would have determined it. */
                policy_ids: string[];
            }[];
        };
        SimulationOrder: {
            /**
             * @description How many of the last requests, 1 to 10,000.
             * @default 1000
             */
            last: number;
            /**
             * @description Policies as they would be, in place of the stored ones of the same id, or beside them.
             * @default []
             */
            set: {
                id: string;
                /** @description One Cedar policy. */
                text: string;
            }[];
            /**
             * @description Stored policies that would be deleted.
             * @default []
             */
            remove: string[];
        };
        PolicyTestReport: {
            passed: number;
            failed: number;
            /** @description Tests that were not reached within five seconds: nothing is known of them. */
            not_run: number;
            suites: {
                /** @description The policy with which the tests are kept. */
                policy_id: string;
                results: {
                    /** @enum {string} */
                    outcome: "passed" | "failed" | "not-run";
                    test: components["schemas"]["PolicyTest"] & unknown;
                    /** @description What was decided; absent where it was not run. */
                    got?: {
                        /** @enum {string} */
                        effect: "permit" | "hold" | "require-reason" | "forbid";
                        /** @description The policies that determined it. */
                        policy_ids: string[];
                    };
                }[];
            }[];
            /** @description The enabled policies with which no test is kept. */
            untested: string[];
            /** @description Those whose tests this version of the product cannot read. */
            unreadable: string[];
        };
        PolicyTestOrder: {
            /**
             * @description Policies as they would be, in place of the stored ones of the same id, or beside them.
             * @default []
             */
            set: {
                id: string;
                /** @description One Cedar policy. */
                text: string;
                /** @description As the stored one is, without it. */
                immutable?: boolean;
                /** @description In place of those that are kept with it. */
                tests?: components["schemas"]["PolicyTest"][];
            }[];
            /**
             * @description Stored policies that would be deleted.
             * @default []
             */
            remove: string[];
        };
        AuditEntry: {
            /** @description Greater than that of every entry before it. */
            number: number;
            /** @description The event's own id: no two events have the same. */
            id: string;
            /** Format: date-time */
            time: string;
            /** @description `request.answered`, `user.frozen` and the like. */
            type: string;
            /** @description 0 to 10. */
            severity: number;
            /** @description The user whom it is about. */
            sub?: string;
            /** @description Who did it, where that is not the user. */
            actor?: string;
            session_id?: number;
            request_id?: string;
            /** @description The error code, where the request was refused or failed. */
            code?: string;
            layers: string[];
            policy_ids: string[];
            /**
             * @description The record was erased: only that there was one is left.
             * @enum {boolean}
             */
            erased?: true;
            /** @description The whole record, without what is sealed in it. */
            record: {
                [key: string]: unknown;
            };
        };
        UsageRow: {
            /** @description The `sub`, department, id of the key, endpoint, model or day; absent for what belongs to none. */
            name?: string;
            /** @description Exchanges that were answered, those from the cache among them. */
            requests: number;
            /** @description Those that were answered from the cache, at no cost. */
            cache_hits: number;
            /** @description Those whose endpoint has not said all tokens, so that some were estimated by lengths. */
            estimated_requests: number;
            /** @description Those of prompts, what endpoints had in their cache included. */
            input_tokens: number;
            /** @description Those of prompts that endpoints had in their cache. */
            cached_tokens: number;
            /** @description Those of answers. */
            output_tokens: number;
            /** @description In millionths of the currency's unit. */
            cost_micros: number;
            /** @description ISO 4217; absent where nothing had a price. */
            currency?: string;
        };
        LegalHold: {
            /** Format: uuid */
            id: string;
            /** @description The user whose records are kept. */
            sub?: string;
            /** @description Or the session. */
            session_id?: number;
            reason: string;
            opened_by: string;
            /** Format: date-time */
            opened_at: string;
            released_by?: string;
            /** Format: date-time */
            released_at?: string;
        };
        OpenedLegalHold: components["schemas"]["LegalHold"] & {
            /** @description Of how many sessions values are stored that it keeps. */
            mappings: number;
        };
        LegalHoldOrder: {
            /** @description The `sub` of the user whose records are kept. */
            user?: string;
            /** @description Or the session. */
            session_id?: number;
            /** @description Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; put no secrets here. */
            reason: string;
        };
        Erasure: {
            /** @description Of the record of the erasure. */
            id: string;
            /** @description Records of the audit trail that were destroyed. */
            erased: number;
            /** @description Sessions whose keys were destroyed. */
            keys: number;
            /** @description Sessions that were ended. */
            sessions: number;
            /** @description Sessions whose stored values were deleted. */
            mappings: number;
            /** @description Kept responses that were deleted. */
            responses: number;
            /** @description Held requests, and answers that waited, whose contents were destroyed. */
            approvals: number;
        };
        ErasureOrder: {
            /** @description The `sub` of the person. */
            user?: string;
            /** @description Or one session. */
            session_id?: number;
            /** @description Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; put no secrets here. */
            reason: string;
        };
        SoarDelivery: {
            id: string;
            type: string;
            /**
             * @description `dead` once it was given up; it can be sent again.
             * @enum {string}
             */
            state: "pending" | "delivered" | "dead";
            attempts: number;
            /** @description What the last attempt was answered with; absent without an answer. */
            last_status?: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            delivered_at?: string;
            /** @description What is, or was, posted. */
            message: {
                type: string;
                /**
                 * Format: date-time
                 * @description When it was recorded.
                 */
                timestamp: string;
                data: {
                    /** @enum {string} */
                    anomaly: "high_reidentification_risk" | "mosaic_pattern" | "repeated_jailbreak_attempts" | "break_glass_used" | "mass_revocation_held";
                    /** @description The same for the same anomaly, however often it is sent. */
                    id: string;
                    /** @description The record of the audit trail that completed it. */
                    record_id: string;
                    tenant: string;
                    /** @description The user whom it is about. */
                    sub?: string;
                    session_id?: number;
                    request_id?: string;
                    /** @description Who acted, where that is not the user. */
                    actor?: string;
                    /** @description The act of the control plane that it is. */
                    event?: string;
                    /** @description How many requests, or persons, it is made of. */
                    count?: number;
                    /** @description Within which those requests came. */
                    window_seconds?: number;
                    /** @description How many people fit what was told of one person. */
                    anonymity_set?: number;
                    reidentification_risk?: number;
                    /** @description The sensitivity of the request. */
                    level?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
                };
            };
        };
        SoarReceiver: {
            /** @description Tells receivers of one address apart. */
            id: string;
            /** @description Its address, as logs and metrics name it. */
            receiver: string;
            /**
             * @description `failing` while it takes nothing that it is sent, which waits then; `untried` where no process that is alive has sent it anything.
             * @enum {string}
             */
            state: "taking" | "failing" | "untried";
            /**
             * Format: date-time
             * @description When it last took something, as far as processes that are alive know.
             */
            taken_at?: string;
            /** Format: date-time */
            failing_since?: string;
            /** @description What it last failed with; absent where it did not answer. */
            last_status?: number;
        };
        Codename: {
            term: string;
            aliases: string[];
            class?: string;
            department?: string;
            replacement?: string;
        };
        BreakGlassRequest: {
            /** Format: uuid */
            id: string;
            /**
             * @description `waiting` for the second key; `lapsed` where it was not turned in time.
             * @enum {string}
             */
            state: "waiting" | "lapsed" | "open" | "expired" | "revoked";
            drill: boolean;
            session_id: number;
            /** @description The subject whose session it is; absent in a drill. */
            user?: string;
            reason: string;
            entity_types: ("PERSON" | "STREET_ADDRESS" | "LOCATION" | "ORGANIZATION" | "EMAIL_ADDRESS" | "PHONE_NUMBER" | "IP_ADDRESS" | "DATE_TIME" | "DATE_OF_BIRTH" | "AGE" | "AMOUNT" | "URL" | "GUID" | "BIC" | "SEX" | "TITLE" | "FAMILY" | "NRP" | "DIAGNOSIS" | "MEDICATION" | "US_SSN" | "IBAN_CODE" | "CREDIT_CARD" | "ABA_ROUTING_NUMBER" | "ACCOUNT_NUMBER" | "AT_SVNR" | "AU_ABN" | "AU_ACN" | "AU_MEDICARE" | "AU_TFN" | "BE_NATIONAL_NUMBER" | "BR_CNPJ" | "BR_CPF" | "CA_SIN" | "CH_AHV" | "CN_ID" | "CRYPTO" | "DEVICE_ID" | "DE_BSNR" | "DE_FUEHRERSCHEIN" | "DE_HANDELSREGISTER" | "DE_HEALTH_INSURANCE" | "DE_ID_CARD" | "DE_LANR" | "DE_PASSPORT" | "DE_SOCIAL_SECURITY" | "DE_TAX_ID" | "DE_TAX_NUMBER" | "DK_CPR" | "DK_CVR" | "ENCOUNTER_ID" | "ES_NIE" | "ES_NIF" | "ES_PASSPORT" | "FI_PERSONAL_IDENTITY_CODE" | "FI_BUSINESS_ID" | "FR_NIR" | "FR_SIRET" | "HEALTH_PLAN_ID" | "IE_PPS" | "IN_AADHAAR" | "IN_DRIVING_LICENCE" | "IN_GSTIN" | "IN_PAN" | "IN_PASSPORT" | "IN_VEHICLE_REGISTRATION" | "IN_VOTER" | "IT_DRIVER_LICENSE" | "IT_FISCAL_CODE" | "IT_IDENTITY_CARD" | "IT_PASSPORT" | "IT_VAT_CODE" | "JP_MY_NUMBER" | "KR_BRN" | "KR_DRIVER_LICENSE" | "KR_FRN" | "KR_PASSPORT" | "KR_RRN" | "MAC_ADDRESS" | "MEDICAL_LICENSE" | "MEDICAL_RECORD_NUMBER" | "NG_NIN" | "NG_BVN" | "NG_VEHICLE_REGISTRATION" | "NL_BSN" | "NO_NATIONAL_ID" | "NO_ORGANISASJONSNUMMER" | "NUMBER_PLATE" | "PH_PHILSYS" | "PH_SSS" | "PH_TIN" | "PH_UMID" | "PL_NIP" | "PL_PESEL" | "PT_NIF" | "SE_ORGANISATIONSNUMMER" | "SE_PERSONNUMMER" | "SG_NRIC_FIN" | "SG_UEN" | "TH_TNIN" | "TRAVEL_DOCUMENT" | "TR_NATIONAL_ID" | "UK_DRIVING_LICENCE" | "UK_NHS" | "UK_NINO" | "UK_PASSPORT" | "UK_POSTCODE" | "UK_VEHICLE_REGISTRATION" | "US_BANK_NUMBER" | "US_DRIVER_LICENSE" | "US_EIN" | "US_ITIN" | "US_MBI" | "US_NPI" | "US_PASSPORT" | "VIN" | "ZA_ID_NUMBER" | "ZIP_CODE" | "PASSWORD" | "API_KEY" | "ACCESS_TOKEN" | "PRIVATE_KEY" | "CUSTOM" | "CODENAME")[];
            duration_minutes: number;
            /** @description The first key. */
            opened: {
                /** @description `user:SUB`. */
                by: string;
                /** Format: date-time */
                at: string;
            };
            /**
             * Format: date-time
             * @description The second key must be turned before.
             */
            confirm_until: string;
            /** @description The second key. */
            confirmed?: {
                /** @description `user:SUB`. */
                by: string;
                /** Format: date-time */
                at: string;
            };
            /**
             * Format: date-time
             * @description Until then the two may read.
             */
            expires_at?: string;
            revoked?: {
                /** @description `user:SUB`. */
                by: string;
                /** Format: date-time */
                at: string;
            };
            /**
             * Format: date-time
             * @description When a drill has shown the values that were written for it.
             */
            proven_at?: string;
        };
        BreakGlassOpening: {
            session_id: number;
            /** @description The subject whose session it was. Needed only where the session has ended. */
            user?: string;
            /** @description Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; put no secrets here. */
            reason: string;
            /** @description Only values of these types are shown. */
            entity_types: ("PERSON" | "STREET_ADDRESS" | "LOCATION" | "ORGANIZATION" | "EMAIL_ADDRESS" | "PHONE_NUMBER" | "IP_ADDRESS" | "DATE_TIME" | "DATE_OF_BIRTH" | "AGE" | "AMOUNT" | "URL" | "GUID" | "BIC" | "SEX" | "TITLE" | "FAMILY" | "NRP" | "DIAGNOSIS" | "MEDICATION" | "US_SSN" | "IBAN_CODE" | "CREDIT_CARD" | "ABA_ROUTING_NUMBER" | "ACCOUNT_NUMBER" | "AT_SVNR" | "AU_ABN" | "AU_ACN" | "AU_MEDICARE" | "AU_TFN" | "BE_NATIONAL_NUMBER" | "BR_CNPJ" | "BR_CPF" | "CA_SIN" | "CH_AHV" | "CN_ID" | "CRYPTO" | "DEVICE_ID" | "DE_BSNR" | "DE_FUEHRERSCHEIN" | "DE_HANDELSREGISTER" | "DE_HEALTH_INSURANCE" | "DE_ID_CARD" | "DE_LANR" | "DE_PASSPORT" | "DE_SOCIAL_SECURITY" | "DE_TAX_ID" | "DE_TAX_NUMBER" | "DK_CPR" | "DK_CVR" | "ENCOUNTER_ID" | "ES_NIE" | "ES_NIF" | "ES_PASSPORT" | "FI_PERSONAL_IDENTITY_CODE" | "FI_BUSINESS_ID" | "FR_NIR" | "FR_SIRET" | "HEALTH_PLAN_ID" | "IE_PPS" | "IN_AADHAAR" | "IN_DRIVING_LICENCE" | "IN_GSTIN" | "IN_PAN" | "IN_PASSPORT" | "IN_VEHICLE_REGISTRATION" | "IN_VOTER" | "IT_DRIVER_LICENSE" | "IT_FISCAL_CODE" | "IT_IDENTITY_CARD" | "IT_PASSPORT" | "IT_VAT_CODE" | "JP_MY_NUMBER" | "KR_BRN" | "KR_DRIVER_LICENSE" | "KR_FRN" | "KR_PASSPORT" | "KR_RRN" | "MAC_ADDRESS" | "MEDICAL_LICENSE" | "MEDICAL_RECORD_NUMBER" | "NG_NIN" | "NG_BVN" | "NG_VEHICLE_REGISTRATION" | "NL_BSN" | "NO_NATIONAL_ID" | "NO_ORGANISASJONSNUMMER" | "NUMBER_PLATE" | "PH_PHILSYS" | "PH_SSS" | "PH_TIN" | "PH_UMID" | "PL_NIP" | "PL_PESEL" | "PT_NIF" | "SE_ORGANISATIONSNUMMER" | "SE_PERSONNUMMER" | "SG_NRIC_FIN" | "SG_UEN" | "TH_TNIN" | "TRAVEL_DOCUMENT" | "TR_NATIONAL_ID" | "UK_DRIVING_LICENCE" | "UK_NHS" | "UK_NINO" | "UK_PASSPORT" | "UK_POSTCODE" | "UK_VEHICLE_REGISTRATION" | "US_BANK_NUMBER" | "US_DRIVER_LICENSE" | "US_EIN" | "US_ITIN" | "US_MBI" | "US_NPI" | "US_PASSPORT" | "VIN" | "ZA_ID_NUMBER" | "ZIP_CODE" | "PASSWORD" | "API_KEY" | "ACCESS_TOKEN" | "PRIVATE_KEY" | "CUSTOM" | "CODENAME")[];
            /** @description 1 to 60, from the second key on. */
            duration_minutes: number;
        } | {
            /**
             * @description Works on synthetic values that are written for it.
             * @enum {boolean}
             */
            drill: true;
            /** @description Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; put no secrets here. */
            reason: string;
            entity_types?: ("PERSON" | "STREET_ADDRESS" | "LOCATION" | "ORGANIZATION" | "EMAIL_ADDRESS" | "PHONE_NUMBER" | "IP_ADDRESS" | "DATE_TIME" | "DATE_OF_BIRTH" | "AGE" | "AMOUNT" | "URL" | "GUID" | "BIC" | "SEX" | "TITLE" | "FAMILY" | "NRP" | "DIAGNOSIS" | "MEDICATION" | "US_SSN" | "IBAN_CODE" | "CREDIT_CARD" | "ABA_ROUTING_NUMBER" | "ACCOUNT_NUMBER" | "AT_SVNR" | "AU_ABN" | "AU_ACN" | "AU_MEDICARE" | "AU_TFN" | "BE_NATIONAL_NUMBER" | "BR_CNPJ" | "BR_CPF" | "CA_SIN" | "CH_AHV" | "CN_ID" | "CRYPTO" | "DEVICE_ID" | "DE_BSNR" | "DE_FUEHRERSCHEIN" | "DE_HANDELSREGISTER" | "DE_HEALTH_INSURANCE" | "DE_ID_CARD" | "DE_LANR" | "DE_PASSPORT" | "DE_SOCIAL_SECURITY" | "DE_TAX_ID" | "DE_TAX_NUMBER" | "DK_CPR" | "DK_CVR" | "ENCOUNTER_ID" | "ES_NIE" | "ES_NIF" | "ES_PASSPORT" | "FI_PERSONAL_IDENTITY_CODE" | "FI_BUSINESS_ID" | "FR_NIR" | "FR_SIRET" | "HEALTH_PLAN_ID" | "IE_PPS" | "IN_AADHAAR" | "IN_DRIVING_LICENCE" | "IN_GSTIN" | "IN_PAN" | "IN_PASSPORT" | "IN_VEHICLE_REGISTRATION" | "IN_VOTER" | "IT_DRIVER_LICENSE" | "IT_FISCAL_CODE" | "IT_IDENTITY_CARD" | "IT_PASSPORT" | "IT_VAT_CODE" | "JP_MY_NUMBER" | "KR_BRN" | "KR_DRIVER_LICENSE" | "KR_FRN" | "KR_PASSPORT" | "KR_RRN" | "MAC_ADDRESS" | "MEDICAL_LICENSE" | "MEDICAL_RECORD_NUMBER" | "NG_NIN" | "NG_BVN" | "NG_VEHICLE_REGISTRATION" | "NL_BSN" | "NO_NATIONAL_ID" | "NO_ORGANISASJONSNUMMER" | "NUMBER_PLATE" | "PH_PHILSYS" | "PH_SSS" | "PH_TIN" | "PH_UMID" | "PL_NIP" | "PL_PESEL" | "PT_NIF" | "SE_ORGANISATIONSNUMMER" | "SE_PERSONNUMMER" | "SG_NRIC_FIN" | "SG_UEN" | "TH_TNIN" | "TRAVEL_DOCUMENT" | "TR_NATIONAL_ID" | "UK_DRIVING_LICENCE" | "UK_NHS" | "UK_NINO" | "UK_PASSPORT" | "UK_POSTCODE" | "UK_VEHICLE_REGISTRATION" | "US_BANK_NUMBER" | "US_DRIVER_LICENSE" | "US_EIN" | "US_ITIN" | "US_MBI" | "US_NPI" | "US_PASSPORT" | "VIN" | "ZA_ID_NUMBER" | "ZIP_CODE" | "PASSWORD" | "API_KEY" | "ACCESS_TOKEN" | "PRIVATE_KEY" | "CUSTOM" | "CODENAME")[];
            /** @default 60 */
            duration_minutes: number;
        };
        OriginalValue: {
            token: string;
            /** @enum {string} */
            entity: "PERSON" | "STREET_ADDRESS" | "LOCATION" | "ORGANIZATION" | "EMAIL_ADDRESS" | "PHONE_NUMBER" | "IP_ADDRESS" | "DATE_TIME" | "DATE_OF_BIRTH" | "AGE" | "AMOUNT" | "URL" | "GUID" | "BIC" | "SEX" | "TITLE" | "FAMILY" | "NRP" | "DIAGNOSIS" | "MEDICATION" | "US_SSN" | "IBAN_CODE" | "CREDIT_CARD" | "ABA_ROUTING_NUMBER" | "ACCOUNT_NUMBER" | "AT_SVNR" | "AU_ABN" | "AU_ACN" | "AU_MEDICARE" | "AU_TFN" | "BE_NATIONAL_NUMBER" | "BR_CNPJ" | "BR_CPF" | "CA_SIN" | "CH_AHV" | "CN_ID" | "CRYPTO" | "DEVICE_ID" | "DE_BSNR" | "DE_FUEHRERSCHEIN" | "DE_HANDELSREGISTER" | "DE_HEALTH_INSURANCE" | "DE_ID_CARD" | "DE_LANR" | "DE_PASSPORT" | "DE_SOCIAL_SECURITY" | "DE_TAX_ID" | "DE_TAX_NUMBER" | "DK_CPR" | "DK_CVR" | "ENCOUNTER_ID" | "ES_NIE" | "ES_NIF" | "ES_PASSPORT" | "FI_PERSONAL_IDENTITY_CODE" | "FI_BUSINESS_ID" | "FR_NIR" | "FR_SIRET" | "HEALTH_PLAN_ID" | "IE_PPS" | "IN_AADHAAR" | "IN_DRIVING_LICENCE" | "IN_GSTIN" | "IN_PAN" | "IN_PASSPORT" | "IN_VEHICLE_REGISTRATION" | "IN_VOTER" | "IT_DRIVER_LICENSE" | "IT_FISCAL_CODE" | "IT_IDENTITY_CARD" | "IT_PASSPORT" | "IT_VAT_CODE" | "JP_MY_NUMBER" | "KR_BRN" | "KR_DRIVER_LICENSE" | "KR_FRN" | "KR_PASSPORT" | "KR_RRN" | "MAC_ADDRESS" | "MEDICAL_LICENSE" | "MEDICAL_RECORD_NUMBER" | "NG_NIN" | "NG_BVN" | "NG_VEHICLE_REGISTRATION" | "NL_BSN" | "NO_NATIONAL_ID" | "NO_ORGANISASJONSNUMMER" | "NUMBER_PLATE" | "PH_PHILSYS" | "PH_SSS" | "PH_TIN" | "PH_UMID" | "PL_NIP" | "PL_PESEL" | "PT_NIF" | "SE_ORGANISATIONSNUMMER" | "SE_PERSONNUMMER" | "SG_NRIC_FIN" | "SG_UEN" | "TH_TNIN" | "TRAVEL_DOCUMENT" | "TR_NATIONAL_ID" | "UK_DRIVING_LICENCE" | "UK_NHS" | "UK_NINO" | "UK_PASSPORT" | "UK_POSTCODE" | "UK_VEHICLE_REGISTRATION" | "US_BANK_NUMBER" | "US_DRIVER_LICENSE" | "US_EIN" | "US_ITIN" | "US_MBI" | "US_NPI" | "US_PASSPORT" | "VIN" | "ZA_ID_NUMBER" | "ZIP_CODE" | "PASSWORD" | "API_KEY" | "ACCESS_TOKEN" | "PRIVATE_KEY" | "CUSTOM" | "CODENAME";
            level: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
            value: string;
        };
        Approval: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            state: "pending" | "approved" | "denied" | "expired" | "started" | "done" | "failed";
            /**
             * Format: date-time
             * @description When this state ends by itself.
             */
            until: string;
            /** Format: date-time */
            created_at: string;
            requester: {
                sub: string;
                username: string;
                departments: string[];
            };
            session_id: number;
            model: string;
            /** @enum {string} */
            category: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H";
            category_name: string;
            /** @description The rule that recognised the action. */
            rule: string;
            /**
             * @description What waits: a request that no model has seen, or the answer of a model, for the calls in it.
             * @enum {string}
             */
            waits: "request" | "answer";
            tile: {
                level: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
                categories: {
                    PII?: number;
                    PHI?: number;
                    PCI?: number;
                    SECRET?: number;
                    CODENAME?: number;
                };
                reidentificationRisk: number;
                flags: string[];
                digest: string;
            };
            /** @description What was found: types and counts, never values. */
            policy_violations: {
                policy_id: string;
                /** @enum {string} */
                layer: "L0" | "L1" | "L2" | "L3" | "L4" | "L5" | "L6" | "L7";
                /** @enum {string} */
                action: "observed" | "masked" | "held" | "blocked";
                /** @enum {string} */
                severity: "low" | "medium" | "high" | "critical";
                message: string;
            }[];
            /** @description Where L1 has seen signs of an attack, the surest first. Places are those of the request as it was sent. */
            threats: {
                /** @description The technique, for example `instruction-override`. */
                threat: string;
                /** @description The text, as a JSON pointer into the request that quotes none of its names. */
                position: string;
                /** @description The first UTF-16 code unit of the part, in the text as it was sent. */
                start: number;
                /** @description One past its last code unit. Of what is encoded, the whole run is the part. */
                end: number;
                confidence: number;
            }[];
            policy_version: string;
            /** @description All must be met; a list without roles means anybody who may approve. */
            thresholds: {
                count: number;
                roles: string[];
            }[];
            votes: {
                /** @description `user:SUB`. */
                by: string;
                username: string;
                roles: string[];
                /** @enum {string} */
                decision: "approve" | "deny";
                comment: string;
                /** Format: date-time */
                at: string;
            }[];
            /** @description The states that it has entered since it was held, the oldest first: sent, answered, and so on. */
            steps: {
                /** @enum {string} */
                state: "pending" | "approved" | "denied" | "expired" | "started" | "done" | "failed";
                /** Format: date-time */
                at: string;
                /** @description The error code of a run that failed. */
                code?: string;
            }[];
            /** @description How often a worker has begun to carry it out. */
            runs: number;
            /** @description The error code of a run that failed. */
            failure?: string;
        };
        ApprovalWithContent: components["schemas"]["Approval"] & {
            /** @description The request, with tokens for values above your clearance; absent once it has been deleted. */
            request?: {
                [key: string]: unknown;
            };
            /** @description Where an answer waits: that, as a client would send it back in a request, with tokens likewise. */
            answer?: {
                [key: string]: unknown;
            };
            /** @description How many different values are shown as tokens. */
            withheld?: number;
        };
        ApprovalDecision: {
            /** @enum {string} */
            decision: "approve" | "deny";
            /** @description Why, for the audit trail: 1 to 1,000 characters. It is kept, masked as a reason is; put no values of the request here. */
            comment: string;
        };
        NewApiKey: components["schemas"]["ApiKey"] & {
            /** @description The key itself. It is shown here and never again. */
            key: string;
        };
        ApiKey: {
            /** @description 16 hexadecimal digits; it stands in the key, too. */
            id: string;
            name: string;
            /** @description The `sub` of the user, or of the service identity, for whom it acts. */
            owner: string;
            /** @description Those of its owner when it was made; they decide who administers it. */
            departments: string[];
            /** @enum {string} */
            state: "active" | "expired" | "revoked";
            /** @description Absent: all that its owner may use. */
            models?: string[];
            /** @description Absent: all. */
            wires?: ("chat" | "embeddings" | "responses" | "messages" | "mcp")[];
            /** @description At all gateways together. */
            requests_per_minute?: number;
            /** @description Tokens of prompts and answers, at all gateways together. */
            tokens_per_minute?: number;
            /** @description Of a day of UTC. */
            tokens_per_day?: number;
            /** @description Of a month of UTC. */
            tokens_per_month?: number;
            /** @description In the unit of the currency of the endpoints' prices. */
            cost_per_day?: number;
            cost_per_month?: number;
            /** @description Counts the changes of its limits; 1 as it was made. */
            limits_version: number;
            created_by: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            revoked_by?: string;
            /** Format: date-time */
            revoked_at?: string;
            /**
             * Format: date
             * @description The last day on which a gateway took it.
             */
            last_used_on?: string;
        };
        ApiKeyOrder: {
            /** @description What it is for, so that people know it in a list. Put nothing secret here. */
            name: string;
            /** @description The `sub` of the user for whom it acts; the caller where neither is given. */
            user?: string;
            /** @description Or that of a service identity (`SERVICE_IDENTITIES`). */
            service?: string;
            /** @default 90 */
            expires_in_days: number;
            /** @description As callers name them. It never opens a model that its owner may not use. */
            models?: string[];
            wires?: ("chat" | "embeddings" | "responses" | "messages" | "mcp")[];
            /** @description At all gateways together. */
            requests_per_minute?: number;
            /** @description Tokens of prompts and answers, at all gateways together. */
            tokens_per_minute?: number;
            /** @description Of a day of UTC. */
            tokens_per_day?: number;
            /** @description Of a month of UTC. */
            tokens_per_month?: number;
            /** @description In the unit of the currency of the endpoints' prices. */
            cost_per_day?: number;
            cost_per_month?: number;
        };
        ApiKeyLimitsChanged: {
            key: components["schemas"]["ApiKey"];
            /** @description Which gateways go by the new limits; absent where none could be told. The others do within a minute. */
            gateways?: {
                /** @description Gateways that had to confirm it: those that were alive when the state changed. 0 where an unfreeze changed nothing. */
                alive: number;
                /** @description Of those, how many have confirmed it. */
                acknowledged: number;
                /** @description Those that have not; each stops by itself when its lease runs out. */
                missing: string[];
            };
        };
        ApiKeyLimitsOrder: {
            /** @description The `limits_version` of the key that you have seen. */
            version: number;
            /** @description Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; put no secrets here. */
            reason: string;
            /** @description At all gateways together. */
            requests_per_minute?: number | null;
            /** @description Tokens of prompts and answers, at all gateways together. */
            tokens_per_minute?: number | null;
            /** @description Of a day of UTC. */
            tokens_per_day?: number | null;
            /** @description Of a month of UTC. */
            tokens_per_month?: number | null;
            /** @description In the unit of the currency of the endpoints' prices. */
            cost_per_day?: number | null;
            cost_per_month?: number | null;
        };
        ApiKeyDetail: components["schemas"]["ApiKey"] & {
            /** @description What the gateways have spent or set aside of it by now, with the parts that they hold ready; they refuse what would take more than the limit. Absent where it may not be told to you. */
            taken: {
                tokens_per_day?: number;
                tokens_per_month?: number;
                cost_per_day?: number;
                cost_per_month?: number;
            };
            /** @description What was used with it, up to some seconds ago; what is under way is not in it. */
            used: {
                /** @description Absent for what had no price. */
                currency?: string;
                /** @description Of today, of UTC. */
                day: {
                    requests: number;
                    tokens: number;
                    cost_micros: number;
                };
                /** @description Of this month, of UTC. */
                month: {
                    requests: number;
                    tokens: number;
                    cost_micros: number;
                };
            }[];
        };
        ApiKeyRevocation: {
            /** @description False where it was so already. */
            changed: boolean;
            gateways: {
                /** @description Gateways that had to confirm it: those that were alive when the state changed. 0 where an unfreeze changed nothing. */
                alive: number;
                /** @description Of those, how many have confirmed it. */
                acknowledged: number;
                /** @description Those that have not; each stops by itself when its lease runs out. */
                missing: string[];
            };
            /** @description From the order to the last acknowledgement, or to the end of the wait. */
            elapsed_ms: number;
            /**
             * @description Of a freeze: `fsynced` to the disk of Redis, `replicated` to another Redis, or neither seen in time.
             * @enum {string}
             */
            durable?: "fsynced" | "replicated" | "unconfirmed";
            /** @description False where the freeze holds but its audit record could not be written. */
            recorded: boolean;
            id: string;
        };
        ToolDefinition: {
            server: string;
            tool: string;
            /** @description SHA-256 of the accepted definition, base64url. */
            digest: string;
            /** @description As the server gave it. */
            definition: {
                name: string;
            } & {
                [key: string]: unknown;
            };
            /** @description Absent where it was accepted because it was the first. */
            accepted_by?: string;
            /** Format: date-time */
            accepted_at: string;
            /** @description Another definition. The tool is refused until it is accepted, or the server gives the former one. */
            waiting?: {
                digest: string;
                /** @description As the server gave it. */
                definition: {
                    name: string;
                } & {
                    [key: string]: unknown;
                };
                /** Format: date-time */
                since: string;
            };
        };
        ToolAcceptance: {
            server: string;
            tool: string;
            /** @description Of the definition that waits, so that what was read is what is accepted. */
            digest: string;
            /** @description Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; put no secrets here. */
            reason: string;
        };
        ForgetOrder: {
            /** @description The `sub` of a user; the whole tenant without it. */
            user?: string;
            /** @description Why, for the audit trail: 1 to 1,000 characters. It is kept, with names, addresses and numbers of persons masked; put no secrets here. */
            reason: string;
        };
        AnswerCache: {
            /** @description Of all tenants; what has expired unasked is in it for as long again. */
            remembered: {
                answers: number;
                /** @description As they count against the bounds. */
                bytes: number;
            };
            /** @description How gateways and workers use it: more than one entry where they are configured differently. */
            gateways: {
                /** @description How many use it so. */
                gateways: number;
                /** @description How long an answer may be given again; 0 is never. */
                ttl_seconds: number;
                max_bytes: number;
                max_user_bytes: number;
                /**
                 * @description Whether a user who asks the same in other words gets the remembered answer.
                 * @enum {string}
                 */
                matches: "similar" | "exact";
            }[];
        };
        PolicyValidation: {
            /** @description Whether it could be saved: there are no `errors`. */
            valid: boolean;
            errors: components["schemas"]["PolicyFault"][];
            /** @description What it does otherwise than may be meant; none are looked for beside errors. */
            warnings: components["schemas"]["PolicyFault"][];
        };
        PolicyDraft: {
            /**
             * @description As the policy is, or will be, called.
             * @default draft
             */
            id: string;
            /** @description One Cedar policy. */
            text: string;
        };
        LogKeys: {
            /** @description Names the log in its checkpoints. */
            origin: string;
            /** @description Those that sign its checkpoints. */
            log: string[];
            /** @description Those of each witness. */
            witnesses: string[][];
            /** @description How many witnesses have cosigned each checkpoint that is published. */
            quorum: number;
            /** @description The newest that is published; absent before the first. */
            checkpoint?: {
                /** @description How many entries it has. */
                size: number;
                /** Format: date-time */
                signed_at: string;
                /** @description The checkpoint with all its signatures. */
                note: string;
            };
        };
        CodenameCheck: {
            /** @enum {boolean} */
            valid: true;
            /** @description Of the registry that it was held against: name it in the upload. */
            version: number;
            added: number;
            changed: number;
            removed: number;
            /** @description Terms of the tenant after the upload. */
            total: number;
        } | {
            /** @enum {boolean} */
            valid: false;
            /** @description The first 100. */
            faults: {
                /** @description The line of a CSV; the number of a term in JSON. */
                line: number;
                /** @description What is wrong. It quotes nothing of the row. */
                message: string;
            }[];
            /** @description Whether there are more. */
            more: boolean;
        };
        Person: {
            sub: string;
            /** @description Whether the Users store knows the person. One who is frozen need not be in it. */
            known: boolean;
            /** @description Whether the Users store has the person as active; nobody else gets in. */
            active: boolean;
            username?: string;
            email?: string;
            /** @description By the groups of the Users store, as the roles are. */
            departments: string[];
            roles: string[];
            /** @description The directory that the person comes from; absent where added by hand. */
            directory?: string;
            /**
             * Format: date-time
             * @description When the person was found to be gone from the directory.
             */
            removed_at?: string;
            /** @enum {string} */
            state: "active" | "frozen";
            freeze?: components["schemas"]["FreezeState"] & unknown;
            /** @description Sessions that have not ended, frozen ones included. */
            sessions: number;
        };
        SiemReceiver: {
            /** @description Tells receivers of one address apart. */
            id: string;
            /** @description Its address, as logs and metrics name it. */
            receiver: string;
            /**
             * @description `failing` while it takes nothing that it is sent, which waits then; `untried` where no process that is alive has sent it anything.
             * @enum {string}
             */
            state: "taking" | "failing" | "untried";
            /**
             * Format: date-time
             * @description When it last took something, as far as processes that are alive know.
             */
            taken_at?: string;
            /** Format: date-time */
            failing_since?: string;
            /** @description What it last failed with; absent where it did not answer. */
            last_status?: number;
            /** @enum {string} */
            over: "syslog" | "https";
            /** @enum {string} */
            format: "cef" | "ocsf" | "cloudevents";
            /** @description Records of the tenant that it has not been sent; 10,000 stands for that many or more. Absent before its first turn. */
            waiting?: {
                /** @description Records of severity 7 and more. */
                grave: number;
                /** @description Those that wait for their batch, too. */
                others: number;
            };
            /**
             * Format: date-time
             * @description When the last batch of the others was sent.
             */
            batch_sent_at?: string;
            /** @description Records of the tenant that it has refused for good; 10,000 at most. */
            dead_letters: number;
        };
        SiemDeadLetter: {
            /** Format: uuid */
            id: string;
            /** @description Its address, as logs and metrics name it. */
            receiver: string;
            /** @description Tells receivers of one address apart. */
            receiver_id: string;
            /**
             * @description `pending` until the receiver has been asked again.
             * @enum {string}
             */
            state: "dead" | "pending" | "delivered";
            /** @description As `id` of the audit trail: there the record stays. */
            record_id: string;
            number: number;
            type: string;
            /** @description What the receiver refused it with last. */
            status: number;
            /**
             * Format: date-time
             * @description When it was refused last, or taken.
             */
            at: string;
        };
        ResendOrder: {
            /** @description Tells receivers of one address apart. */
            receiver_id: string;
        };
        GatewayLease: {
            id: string;
            /** @enum {string} */
            kind: "gateway" | "worker";
            /** @description Whether its lease holds: only then may anything leave it. */
            alive: boolean;
            /**
             * Format: date-time
             * @description When it last confirmed that every freeze from before is in force there: ten times a second.
             */
            confirmed_at: string;
            /** @description Requests in it; absent where it has not said so yet. */
            requests?: number;
        };
        ServiceState: {
            service: string;
            version: string;
            /** Format: date-time */
            started_at: string;
            /**
             * Format: date-time
             * @description When it last said how it does.
             */
            seen_at: string;
            /**
             * @description `silent` after 15 seconds without a word; after a minute it is not listed any more.
             * @enum {string}
             */
            status: "ready" | "unready" | "draining" | "silent";
            /** @description What it needs and does not reach. */
            failing: string[];
        };
        Endpoint: {
            name: string;
            /** @description The highest sensitivity level that it may see. */
            permitted_level: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
            provider_kind?: string;
            region?: string;
            /** @description How many days it keeps what it is sent; absent where nobody says. */
            retention_days?: number;
            /** @description Whether users of a tenant may share its answers in the cache. */
            shareable: boolean;
            /** @description As callers name them; the first 16. */
            models: string[];
            model_count: number;
            /** @description How it does at each gateway that knows it as this. */
            gateways: {
                /** @description As it is called among the leases. */
                gateway: string;
                /**
                 * @description A `worker` asks for approved requests alone.
                 * @enum {string}
                 */
                kind: "gateway" | "worker";
                /** Format: date-time */
                seen_at: string;
                /**
                 * @description `open` while nothing is sent there because it fails, `half-open` while one request tries.
                 * @enum {string}
                 */
                breaker: "closed" | "half-open" | "open";
                /**
                 * Format: date-time
                 * @description Since when the breaker is not closed, while it is not.
                 */
                broken_since?: string;
                /** @description Requests of all tenants that it was sent in the last `seconds`, and those that it failed: by an error of its own, a refused key, a limit, or no answer in time. Absent from a gateway of an older version. */
                lately?: {
                    seconds: number;
                    asked: number;
                    failed: number;
                };
                /** @description What it last failed by, since it was configured. */
                last_fault?: {
                    /** Format: date-time */
                    at: string;
                    fault: string;
                    status?: number;
                };
                /** @description How long it lately took to begin a streamed answer, by model; of those that were asked enough. */
                latency_ms: {
                    [key: string]: number;
                };
                /** @description Of all tenants. */
                connections: {
                    in_use: number;
                    waiting: number;
                };
            }[];
        };
        Overview: {
            /**
             * Format: date-time
             * @description When it was put together, up to two seconds ago.
             */
            at: string;
            requests: {
                step_seconds: number;
                /** @description Those in which there were any. */
                steps: {
                    /** Format: date-time */
                    at: string;
                    /** @description A kept answer that is fetched again is not counted anew. */
                    answered: number;
                    /** @description Answered from the cache. */
                    cached: number;
                    /** @description Those that wait, or waited, for a human. */
                    held: number;
                    /** @description Denied by a layer or a policy. */
                    denied: number;
                    failed: number;
                    /** @description Broken off by the caller, or by a freeze. */
                    aborted: number;
                    /** @description Refused before any layer: without a token, over a limit. Repeated ones are counted late. */
                    refused: number;
                }[];
                total: {
                    /** @description A kept answer that is fetched again is not counted anew. */
                    answered: number;
                    /** @description Answered from the cache. */
                    cached: number;
                    /** @description Those that wait, or waited, for a human. */
                    held: number;
                    /** @description Denied by a layer or a policy. */
                    denied: number;
                    failed: number;
                    /** @description Broken off by the caller, or by a freeze. */
                    aborted: number;
                    /** @description Refused before any layer: without a token, over a limit. Repeated ones are counted late. */
                    refused: number;
                };
                /** @description Which layers have held, denied or failed requests. */
                by_layer: {
                    layer: string;
                    outcome: string;
                    requests: number;
                }[];
                /** @description Of what was answered; absent where nothing was. */
                cache_hit_rate?: number;
            };
            /** @description Those that answer callers; workers are not among them. */
            gateways: {
                alive: number;
                silent: number;
            };
            /** @description Those that carry out approved requests and drain the outbox. They hold a lease as gateways do. */
            workers: {
                alive: number;
                silent: number;
            };
            services: {
                ready: number;
                unready: {
                    service: string;
                    failing: string[];
                }[];
            };
            outbox: {
                records: number;
                oldest_seconds: number;
                /** @description Records that each consumer has not taken, by its name. */
                waiting: {
                    [key: string]: number;
                };
            };
            evidence: {
                due_proofs: number;
                oldest_due_seconds?: number;
                /** @description Records that an auditor has named, and whose time is over. */
                overdue_challenges: number;
                /** @description Records of the log that no published checkpoint has. */
                unpublished_records: number;
            };
            frozen_users?: number;
            /** @description 100 stands for that many or more. */
            approvals?: {
                waiting: number;
            };
            /** @description Of today, of UTC. */
            spend?: {
                currency?: string;
                cost_micros: number;
                requests: number;
                tokens: number;
            }[];
            /** @description Of the SOAR system 100 stands for more. */
            dead_letters?: {
                siem: number;
                soar: number;
            };
        };
        UserLimits: {
            sub: string;
            /** @description At all gateways together. */
            use: {
                /** @description Absent: no limit. */
                open_exchanges?: number;
                /** @description Absent: no limit. */
                requests_per_minute?: number;
                /** @description Absent: no limit. */
                refusals_per_minute?: number;
                /** @description Absent: no limit. */
                bytes_in_flight?: number;
            };
            /** @description Of departments that have limits: of all together. */
            departments: {
                /** @description Absent: no limit. */
                open_exchanges?: number;
                /** @description Absent: no limit. */
                requests_per_minute?: number;
                /** @description Absent: no limit. */
                refusals_per_minute?: number;
                /** @description Absent: no limit. */
                bytes_in_flight?: number;
                name: string;
            }[];
            tenant?: {
                /** @description Absent: no limit. */
                open_exchanges?: number;
                /** @description Absent: no limit. */
                requests_per_minute?: number;
                /** @description Absent: no limit. */
                refusals_per_minute?: number;
                /** @description Absent: no limit. */
                bytes_in_flight?: number;
            };
            /** @description Who of them may spend only so much; mostly nobody. */
            spending: {
                /**
                 * @description Whose it is; of a department or tenant that of all together.
                 * @enum {string}
                 */
                scope: "user" | "department" | "tenant";
                name: string;
                /** @description Absent: no limit. */
                tokens_per_minute?: number;
                /** @description Absent: no limit. */
                tokens_per_day?: number;
                /** @description Absent: no limit. */
                tokens_per_month?: number;
                /** @description Absent: no limit. */
                cost_per_day?: number;
                /** @description Absent: no limit. */
                cost_per_month?: number;
                /** @description What the gateways have spent or set aside of it by now, with the parts that they hold ready; they refuse what would take more than the limit. Absent where it may not be told to you. */
                taken?: {
                    tokens_per_day?: number;
                    tokens_per_month?: number;
                    cost_per_day?: number;
                    cost_per_month?: number;
                };
            }[];
            /** @description What the person has used, up to some seconds ago; what is under way is not in it. */
            used: {
                /** @description Absent for what had no price. */
                currency?: string;
                /** @description Of today, of UTC. */
                day: {
                    requests: number;
                    tokens: number;
                    cost_micros: number;
                };
                /** @description Of this month, of UTC. */
                month: {
                    requests: number;
                    tokens: number;
                    cost_micros: number;
                };
            }[];
        };
        Limits: {
            /**
             * Format: date
             * @description Today, of UTC.
             */
            day: string;
            /** @description What each user has whose groups give nothing else. */
            user: {
                use: {
                    /** @description Absent: no limit. */
                    open_exchanges?: number;
                    /** @description Absent: no limit. */
                    requests_per_minute?: number;
                    /** @description Absent: no limit. */
                    refusals_per_minute?: number;
                    /** @description Absent: no limit. */
                    bytes_in_flight?: number;
                };
                spending?: {
                    /**
                     * @description Whose it is; of a department or tenant that of all together.
                     * @enum {string}
                     */
                    scope: "user" | "department" | "tenant";
                    name: string;
                    /** @description Absent: no limit. */
                    tokens_per_minute?: number;
                    /** @description Absent: no limit. */
                    tokens_per_day?: number;
                    /** @description Absent: no limit. */
                    tokens_per_month?: number;
                    /** @description Absent: no limit. */
                    cost_per_day?: number;
                    /** @description Absent: no limit. */
                    cost_per_month?: number;
                    /** @description What the gateways have spent or set aside of it by now, with the parts that they hold ready; they refuse what would take more than the limit. Absent where it may not be told to you. */
                    taken?: {
                        tokens_per_day?: number;
                        tokens_per_month?: number;
                        cost_per_day?: number;
                        cost_per_month?: number;
                    };
                };
            };
            tenant?: components["schemas"]["OwnerLimits"];
            /** @description Those that have limits or have used something in this month. */
            departments: components["schemas"]["OwnerLimits"][];
            /** @description Whether there are more departments. */
            truncated: boolean;
        };
        /** @description Absent for who may read the usage of departments only. */
        OwnerLimits: {
            name: string;
            /** @description Of all together; absent where there is no limit. */
            use?: {
                /** @description Absent: no limit. */
                open_exchanges?: number;
                /** @description Absent: no limit. */
                requests_per_minute?: number;
                /** @description Absent: no limit. */
                refusals_per_minute?: number;
                /** @description Absent: no limit. */
                bytes_in_flight?: number;
            };
            /** @description Absent where all may spend what they like. */
            spending?: {
                /**
                 * @description Whose it is; of a department or tenant that of all together.
                 * @enum {string}
                 */
                scope: "user" | "department" | "tenant";
                name: string;
                /** @description Absent: no limit. */
                tokens_per_minute?: number;
                /** @description Absent: no limit. */
                tokens_per_day?: number;
                /** @description Absent: no limit. */
                tokens_per_month?: number;
                /** @description Absent: no limit. */
                cost_per_day?: number;
                /** @description Absent: no limit. */
                cost_per_month?: number;
                /** @description What the gateways have spent or set aside of it by now, with the parts that they hold ready; they refuse what would take more than the limit. Absent where it may not be told to you. */
                taken?: {
                    tokens_per_day?: number;
                    tokens_per_month?: number;
                    cost_per_day?: number;
                    cost_per_month?: number;
                };
            };
            used: {
                /** @description Absent for what had no price. */
                currency?: string;
                /** @description Of today, of UTC. */
                day: {
                    requests: number;
                    tokens: number;
                    cost_micros: number;
                };
                /** @description Of this month, of UTC. */
                month: {
                    requests: number;
                    tokens: number;
                    cost_micros: number;
                };
            }[];
        };
        ConsoleSession: {
            user: {
                subject: string;
                name: string;
                tenant: string;
                roles: string[];
                departments: string[];
            };
            /** @description What the person may do at all. How far a permission reaches is asked for each thing. */
            actions: ("read-audit-log" | "verify-audit-log" | "view-log-keys" | "read-usage" | "open-break-glass" | "list-break-glass" | "confirm-break-glass" | "revoke-break-glass" | "read-break-glass-mappings" | "list-approvals" | "view-approval" | "decide-approval" | "list-policies" | "write-policy" | "delete-policy" | "view-policy-history" | "simulate-policies" | "validate-policy" | "test-policies" | "read-policy-document" | "read-evidence" | "export-evidence" | "challenge-evidence" | "read-evidence-challenge" | "read-private-semantic-map" | "write-private-semantic-map" | "check-codenames" | "read-siem-events" | "list-legal-holds" | "open-legal-hold" | "release-legal-hold" | "erase-person" | "list-soar-deliveries" | "resend-soar-delivery" | "resend-all-soar-deliveries" | "list-soar-receivers" | "list-siem-receivers" | "list-siem-dead-letters" | "resend-siem-dead-letter" | "resend-all-siem-dead-letters" | "list-sessions" | "view-session" | "freeze-session" | "unfreeze-session" | "view-user-freeze" | "freeze-user" | "unfreeze-user" | "joint-unfreeze-user" | "view-idp-sync" | "list-services" | "list-endpoints" | "view-overview" | "confirm-idp-sync" | "list-users" | "view-user" | "view-user-limits" | "list-limits" | "create-api-key" | "change-api-key" | "list-api-keys" | "view-api-key" | "revoke-api-key" | "list-tool-definitions" | "accept-tool-definition" | "forget-answers" | "view-cache")[];
            /**
             * Format: date-time
             * @description The session ends then, however much it is used.
             */
            expires_at: string;
            /** @description The session ends when its person has done nothing for so long. */
            idle_timeout_seconds: number;
            /** @description Null where this service knows no gateway. */
            playground: {
                /** @description Whom one may pose as there, by the header `x-sluice-as`; empty beside a real directory. */
                users: {
                    name: string;
                    title: string;
                }[];
            } | null;
            /** @description Null where this service takes none. */
            security_keys: {
                /** @description How many the person has. */
                registered: number;
                /** @description Acts that ask for a login, where a key of theirs will do. */
                enough_for: ("read-audit-log" | "verify-audit-log" | "view-log-keys" | "read-usage" | "open-break-glass" | "list-break-glass" | "confirm-break-glass" | "revoke-break-glass" | "read-break-glass-mappings" | "list-approvals" | "view-approval" | "decide-approval" | "list-policies" | "write-policy" | "delete-policy" | "view-policy-history" | "simulate-policies" | "validate-policy" | "test-policies" | "read-policy-document" | "read-evidence" | "export-evidence" | "challenge-evidence" | "read-evidence-challenge" | "read-private-semantic-map" | "write-private-semantic-map" | "check-codenames" | "read-siem-events" | "list-legal-holds" | "open-legal-hold" | "release-legal-hold" | "erase-person" | "list-soar-deliveries" | "resend-soar-delivery" | "resend-all-soar-deliveries" | "list-soar-receivers" | "list-siem-receivers" | "list-siem-dead-letters" | "resend-siem-dead-letter" | "resend-all-siem-dead-letters" | "list-sessions" | "view-session" | "freeze-session" | "unfreeze-session" | "view-user-freeze" | "freeze-user" | "unfreeze-user" | "joint-unfreeze-user" | "view-idp-sync" | "list-services" | "list-endpoints" | "view-overview" | "confirm-idp-sync" | "list-users" | "view-user" | "view-user-limits" | "list-limits" | "create-api-key" | "change-api-key" | "list-api-keys" | "view-api-key" | "revoke-api-key" | "list-tool-definitions" | "accept-tool-definition" | "forget-answers" | "view-cache")[];
            } | null;
            /** @description Whether the person may use the assessment. */
            assessment: boolean;
        };
        SecurityKey: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Whether it may be copied to other devices of its person, as passkeys are. */
            synced: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
        };
        SecurityKeyCreation: {
            rp: {
                id: string;
                name: string;
            };
            user: {
                id: string;
                name: string;
                displayName: string;
            };
            challenge: string;
            timeout: number;
            pubKeyCredParams: {
                alg: number;
                /** @enum {string} */
                type: "public-key";
            }[];
            excludeCredentials: {
                id: string;
                /** @enum {string} */
                type: "public-key";
                transports?: string[];
            }[];
            authenticatorSelection: {
                /** @enum {string} */
                residentKey: "discouraged" | "preferred" | "required";
                /** @enum {string} */
                userVerification: "discouraged" | "preferred" | "required";
            };
            /** @enum {string} */
            attestation: "none";
        };
        NewSecurityKey: {
            /** @description What its person calls it. */
            name: string;
            attestation: components["schemas"]["SecurityKeyAttestation"];
        };
        SecurityKeyAttestation: {
            id: string;
            rawId: string;
            /** @enum {string} */
            type: "public-key";
            /** @description None is asked for, and none is read. */
            clientExtensionResults: Record<string, never>;
            response: {
                clientDataJSON: string;
                attestationObject: string;
                transports?: string[];
            };
        };
        SecurityKeyRequest: {
            rpId: string;
            challenge: string;
            timeout: number;
            allowCredentials: {
                id: string;
                /** @enum {string} */
                type: "public-key";
                transports?: string[];
            }[];
            /** @enum {string} */
            userVerification: "required";
        };
        SecurityKeyStep: {
            /**
             * @description What the person is about to do.
             * @enum {string}
             */
            action: "read-audit-log" | "verify-audit-log" | "view-log-keys" | "read-usage" | "open-break-glass" | "list-break-glass" | "confirm-break-glass" | "revoke-break-glass" | "read-break-glass-mappings" | "list-approvals" | "view-approval" | "decide-approval" | "list-policies" | "write-policy" | "delete-policy" | "view-policy-history" | "simulate-policies" | "validate-policy" | "test-policies" | "read-policy-document" | "read-evidence" | "export-evidence" | "challenge-evidence" | "read-evidence-challenge" | "read-private-semantic-map" | "write-private-semantic-map" | "check-codenames" | "read-siem-events" | "list-legal-holds" | "open-legal-hold" | "release-legal-hold" | "erase-person" | "list-soar-deliveries" | "resend-soar-delivery" | "resend-all-soar-deliveries" | "list-soar-receivers" | "list-siem-receivers" | "list-siem-dead-letters" | "resend-siem-dead-letter" | "resend-all-siem-dead-letters" | "list-sessions" | "view-session" | "freeze-session" | "unfreeze-session" | "view-user-freeze" | "freeze-user" | "unfreeze-user" | "joint-unfreeze-user" | "view-idp-sync" | "list-services" | "list-endpoints" | "view-overview" | "confirm-idp-sync" | "list-users" | "view-user" | "view-user-limits" | "list-limits" | "create-api-key" | "change-api-key" | "list-api-keys" | "view-api-key" | "revoke-api-key" | "list-tool-definitions" | "accept-tool-definition" | "forget-answers" | "view-cache";
        };
        SecurityKeyConfirmation: {
            assertion: components["schemas"]["SecurityKeyAssertion"];
        };
        SecurityKeyAssertion: {
            id: string;
            rawId: string;
            /** @enum {string} */
            type: "public-key";
            /** @description None is asked for, and none is read. */
            clientExtensionResults: Record<string, never>;
            response: {
                clientDataJSON: string;
                authenticatorData: string;
                signature: string;
                userHandle?: string;
            };
        };
        OwnApproval: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            state: "pending" | "approved" | "denied" | "expired" | "started" | "done" | "failed";
            /**
             * Format: date-time
             * @description When this state ends by itself.
             */
            until: string;
            /** Format: date-time */
            created_at: string;
            session_id: number;
            model: string;
            /** @enum {string} */
            category: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H";
            category_name: string;
            /**
             * @description What waits: a request that no model has seen, or the answer of a model, for the calls in it.
             * @enum {string}
             */
            waits: "request" | "answer";
            tile: {
                level: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
                categories: {
                    PII?: number;
                    PHI?: number;
                    PCI?: number;
                    SECRET?: number;
                    CODENAME?: number;
                };
                reidentificationRisk: number;
                flags: string[];
                digest: string;
            };
            /** @description What was found: types and counts, never values. */
            policy_violations: {
                policy_id: string;
                /** @enum {string} */
                layer: "L0" | "L1" | "L2" | "L3" | "L4" | "L5" | "L6" | "L7";
                /** @enum {string} */
                action: "observed" | "masked" | "held" | "blocked";
                /** @enum {string} */
                severity: "low" | "medium" | "high" | "critical";
                message: string;
            }[];
            /** @description All must be met; a list without roles means anybody who may approve. */
            thresholds: {
                count: number;
                roles: string[];
            }[];
            /** @description The states that it has entered since it was held, the oldest first: sent, answered, and so on. */
            steps: {
                /** @enum {string} */
                state: "pending" | "approved" | "denied" | "expired" | "started" | "done" | "failed";
                /** Format: date-time */
                at: string;
                /** @description The error code of a run that failed. */
                code?: string;
            }[];
            /** @description The error code of a run that failed. */
            failure?: string;
            votes: {
                /** @enum {string} */
                decision: "approve" | "deny";
                roles: string[];
                /** Format: date-time */
                at: string;
            }[];
            /** @description Whether its answer is there, to be fetched at the gateway. */
            answer_kept: boolean;
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
