/*
 * Written by npm run openapi from docs/api/gateway.json. A test fails when it is not up to date.
 */

export interface paths {
    "/v1/chat/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a model
         * @description OpenAI-compatible. Every layer of the pipeline sees the request and the answer; `service_metadata` says what happened. Members that are not listed here are passed on to the model endpoint.
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
                    "application/json": {
                        model: string;
                        messages: ({
                            /** @enum {string} */
                            role: "system" | "developer" | "user" | "assistant" | "tool" | "function";
                            content?: string | ({
                                type: string;
                                text?: string;
                            } & {
                                [key: string]: unknown;
                            })[] | null;
                            name?: string;
                            tool_calls?: ({
                                id?: string;
                                type?: string;
                                function?: {
                                    name: string;
                                    arguments: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            })[] | null;
                            tool_call_id?: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        temperature?: number | null;
                        top_p?: number | null;
                        max_tokens?: number | null;
                        max_completion_tokens?: number | null;
                        n?: number | null;
                        seed?: number | null;
                        top_logprobs?: number | null;
                        presence_penalty?: number | null;
                        frequency_penalty?: number | null;
                        stream?: boolean | null;
                        stream_options?: ({
                            include_usage?: boolean | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        stop?: string | string[] | null;
                        tools?: ({
                            type: string;
                            function?: {
                                name: string;
                                description?: string | null;
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        })[] | null;
                        tool_choice?: string | ({
                            type: string;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        response_format?: ({
                            type: string;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        user?: string | null;
                        metadata?: {
                            [key: string]: string;
                        } | null;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                /** @description The completion; with `stream: true` as server-sent events. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            /** @enum {string} */
                            object: "chat.completion";
                            created: number;
                            model: string;
                            choices: ({
                                index: number;
                                message: {
                                    role: string;
                                    content?: string | null;
                                    tool_calls?: ({
                                        id?: string;
                                        type?: string;
                                        function?: {
                                            name: string;
                                            arguments: string;
                                        } & {
                                            [key: string]: unknown;
                                        };
                                    } & {
                                        [key: string]: unknown;
                                    })[] | null;
                                } & {
                                    [key: string]: unknown;
                                };
                                finish_reason: string | null;
                            } & {
                                [key: string]: unknown;
                            })[];
                            usage?: ({
                                prompt_tokens: number;
                                completion_tokens: number;
                                total_tokens: number;
                            } & {
                                [key: string]: unknown;
                            }) | null;
                            service_metadata?: {
                                /** @description Session that handled the request: a number below 2^53 that no other session gets. */
                                session_id: number;
                                /** @description Layers in the order executed. */
                                layers_executed: ("L0" | "L1" | "L2" | "L3" | "L4" | "L5" | "L6" | "L7")[];
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
                                /** @description True when the request was routed to human approval. */
                                approval_required: boolean;
                                /**
                                 * Format: uuid
                                 * @description Of a request that waits for a human, and of the answer to one that was approved.
                                 */
                                approval_id?: string;
                                /** @description True when the semantic cache answered. */
                                cache_hit: boolean;
                                /** @description With the header `x-show-sent: 1`, where the gateway permits it: the texts that went to the model endpoint, as they were sent. Absent where none were, and for a body that another thread has read. */
                                sent?: {
                                    path: string;
                                    role?: string;
                                    text: string;
                                }[];
                                /** @description With the header `x-show-received: 1`, where the gateway permits it: the texts that the model wrote, with the tokens in them, as they were before those became values. `part` is the choice, the item of the output or the block. What `NEW_VALUES` masks for the caller is masked here, too. Absent until the answer has ended. */
                                received?: {
                                    part: number;
                                    path: string;
                                    text: string;
                                }[];
                            };
                        } & {
                            [key: string]: unknown;
                        };
                        "text/event-stream": string;
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
                 *
                 *     `thread_unsupported_request`: Message threads are not kept here. Send the whole conversation, without `thread`.
                 *
                 *     `jailbreak_detected`: The request was blocked: it looks like a jailbreak.
                 *
                 *     `content_blocked`: The request was blocked by policy.
                 *
                 *     `context_length_exceeded`: The request is longer than the maximum context length of this model.
                 *
                 *     `content_filter`: The content filter of the model endpoint refused the request.
                 *
                 *     `upstream_rejected`: The model endpoint rejected the request.
                 */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
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
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `user_not_active`: This user is not active here.
                 *
                 *     `action_not_permitted`: You may not do what this request asks for.
                 *
                 *     `tool_not_permitted`: You may not have this tool run by the provider.
                 *
                 *     `reason_required`: Say in the header `x-reason` why you ask for this.
                 *
                 *     `scope_missing`: The access token lacks the scope that is needed here.
                 *
                 *     `unfreeze_not_permitted`: Unfreezing from here is turned off.
                 *
                 *     `session_not_permitted`: This session does not exist or is not yours.
                 *
                 *     `session_frozen`: This session is frozen. Ask your security team.
                 *
                 *     `no_compliant_endpoint`: No model endpoint that may see data of this sensitivity serves this model.
                 *
                 *     `approval_required`: This request needs the approval of a human before it can be carried out. It has not been sent to the model.
                 *
                 *     `approval_denied`: A human has denied this request. It was not sent.
                 *
                 *     `approval_expired`: Nobody has approved this request in time. It was not sent.
                 *
                 *     `too_many_sessions`: You have too many sessions open. Let some end first.
                 *
                 *     `too_many_values`: Too many sensitive values are stored for you. Begin another session, or let stored values expire.
                 */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `not_found`: There is nothing at this address.
                 *
                 *     `user_not_found`: No such user is known.
                 *
                 *     `previous_response_not_found`: The previous response is not kept (any more). Send the whole conversation.
                 *
                 *     `model_not_found`: The model does not exist or is not available to you.
                 */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `request_timeout`: The request body did not arrive in time.
                 *
                 *     `answer_not_read`: The answer was not read in time.
                 *
                 *     `request_aborted`: The request was abandoned by the caller.
                 */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description `request_too_large`: The request body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description `unsupported_media_type`: Send the body as JSON, without a content encoding. */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `rate_limit_exceeded`: Too many requests. Try again later.
                 *
                 *     `insufficient_quota`: The quota of this service at the model endpoint is spent.
                 *
                 *     `budget_exceeded`: The budget for this day or month is spent.
                 */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `upstream_error`: The model endpoint failed.
                 *
                 *     `upstream_unauthorized`: The model endpoint refused the credentials of this service. Tell your administrator.
                 *
                 *     `upstream_unreachable`: The model endpoint cannot be reached.
                 *
                 *     `upstream_invalid_answer`: The model endpoint sent an answer that cannot be read.
                 *
                 *     `answer_too_large`: The answer is too large with the values in it restored.
                 *
                 *     `upstream_interrupted`: The model endpoint ended its answer early.
                 *
                 *     `execution_uncertain`: The request was approved and begun, and how it ended is not known. It is not repeated unless it is approved anew.
                 */
                502: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `upstream_unavailable`: Every model endpoint that may see this request has failed lately. Try again soon.
                 *
                 *     `upstream_overloaded`: The model endpoint is overloaded. Try again soon.
                 *
                 *     `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `layer_timeout`: A safety check took too long, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `audit_unavailable`: The audit record could not be written, so the answer was not completed.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
                 *
                 *     `shutting_down`: The service is shutting down.
                 */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description `upstream_timeout`: The model endpoint did not answer in time. */
                504: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
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
    "/v1/chat/completions/{completion_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the answer to a request that waited for a human
         * @description For the caller who sent it. While nobody has decided, and until the answer has come, it is the completion that the request got; then the real one, for as long as it is kept. Completions that never waited are not kept.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    completion_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The completion. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            /** @enum {string} */
                            object: "chat.completion";
                            created: number;
                            model: string;
                            choices: ({
                                index: number;
                                message: {
                                    role: string;
                                    content?: string | null;
                                    tool_calls?: ({
                                        id?: string;
                                        type?: string;
                                        function?: {
                                            name: string;
                                            arguments: string;
                                        } & {
                                            [key: string]: unknown;
                                        };
                                    } & {
                                        [key: string]: unknown;
                                    })[] | null;
                                } & {
                                    [key: string]: unknown;
                                };
                                finish_reason: string | null;
                            } & {
                                [key: string]: unknown;
                            })[];
                            usage?: ({
                                prompt_tokens: number;
                                completion_tokens: number;
                                total_tokens: number;
                            } & {
                                [key: string]: unknown;
                            }) | null;
                            service_metadata?: {
                                /** @description Session that handled the request: a number below 2^53 that no other session gets. */
                                session_id: number;
                                /** @description Layers in the order executed. */
                                layers_executed: ("L0" | "L1" | "L2" | "L3" | "L4" | "L5" | "L6" | "L7")[];
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
                                /** @description True when the request was routed to human approval. */
                                approval_required: boolean;
                                /**
                                 * Format: uuid
                                 * @description Of a request that waits for a human, and of the answer to one that was approved.
                                 */
                                approval_id?: string;
                                /** @description True when the semantic cache answered. */
                                cache_hit: boolean;
                                /** @description With the header `x-show-sent: 1`, where the gateway permits it: the texts that went to the model endpoint, as they were sent. Absent where none were, and for a body that another thread has read. */
                                sent?: {
                                    path: string;
                                    role?: string;
                                    text: string;
                                }[];
                                /** @description With the header `x-show-received: 1`, where the gateway permits it: the texts that the model wrote, with the tokens in them, as they were before those became values. `part` is the choice, the item of the output or the block. What `NEW_VALUES` masks for the caller is masked here, too. Absent until the answer has ended. */
                                received?: {
                                    part: number;
                                    path: string;
                                    text: string;
                                }[];
                            };
                        } & {
                            [key: string]: unknown;
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
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `user_not_active`: This user is not active here.
                 *
                 *     `action_not_permitted`: You may not do what this request asks for.
                 *
                 *     `tool_not_permitted`: You may not have this tool run by the provider.
                 *
                 *     `reason_required`: Say in the header `x-reason` why you ask for this.
                 *
                 *     `scope_missing`: The access token lacks the scope that is needed here.
                 *
                 *     `unfreeze_not_permitted`: Unfreezing from here is turned off.
                 *
                 *     `session_not_permitted`: This session does not exist or is not yours.
                 *
                 *     `session_frozen`: This session is frozen. Ask your security team.
                 *
                 *     `no_compliant_endpoint`: No model endpoint that may see data of this sensitivity serves this model.
                 *
                 *     `approval_required`: This request needs the approval of a human before it can be carried out. It has not been sent to the model.
                 *
                 *     `approval_denied`: A human has denied this request. It was not sent.
                 *
                 *     `approval_expired`: Nobody has approved this request in time. It was not sent.
                 *
                 *     `too_many_sessions`: You have too many sessions open. Let some end first.
                 *
                 *     `too_many_values`: Too many sensitive values are stored for you. Begin another session, or let stored values expire.
                 */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `not_found`: There is nothing at this address.
                 *
                 *     `user_not_found`: No such user is known.
                 *
                 *     `previous_response_not_found`: The previous response is not kept (any more). Send the whole conversation.
                 *
                 *     `model_not_found`: The model does not exist or is not available to you.
                 */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `rate_limit_exceeded`: Too many requests. Try again later.
                 *
                 *     `insufficient_quota`: The quota of this service at the model endpoint is spent.
                 *
                 *     `budget_exceeded`: The budget for this day or month is spent.
                 */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `upstream_error`: The model endpoint failed.
                 *
                 *     `upstream_unauthorized`: The model endpoint refused the credentials of this service. Tell your administrator.
                 *
                 *     `upstream_unreachable`: The model endpoint cannot be reached.
                 *
                 *     `upstream_invalid_answer`: The model endpoint sent an answer that cannot be read.
                 *
                 *     `answer_too_large`: The answer is too large with the values in it restored.
                 *
                 *     `upstream_interrupted`: The model endpoint ended its answer early.
                 *
                 *     `execution_uncertain`: The request was approved and begun, and how it ended is not known. It is not repeated unless it is approved anew.
                 */
                502: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `upstream_unavailable`: Every model endpoint that may see this request has failed lately. Try again soon.
                 *
                 *     `upstream_overloaded`: The model endpoint is overloaded. Try again soon.
                 *
                 *     `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `layer_timeout`: A safety check took too long, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `audit_unavailable`: The audit record could not be written, so the answer was not completed.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
                 *
                 *     `shutting_down`: The service is shutting down.
                 */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
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
    "/v1/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a model for a response
         * @description OpenAI's Responses. Every layer of the pipeline sees the request and the answer; `service_metadata` says what happened. Members that are not listed here are passed on to the model endpoint.
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
                    "application/json": {
                        model: string;
                        input?: string | ({
                            type?: string;
                            role?: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        instructions?: string | null;
                        previous_response_id?: string | null;
                        stream?: boolean | null;
                        store?: boolean | null;
                        temperature?: number | null;
                        top_p?: number | null;
                        max_output_tokens?: number | null;
                        top_logprobs?: number | null;
                        tools?: ({
                            type: string;
                        } & {
                            [key: string]: unknown;
                        })[] | null;
                        tool_choice?: string | ({
                            type: string;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        include?: string[] | null;
                        metadata?: {
                            [key: string]: string;
                        } | null;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                /** @description The response; with `stream: true` its server-sent events. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            /** @enum {string} */
                            object: "response";
                            /** @description Seconds since the Unix epoch. */
                            created_at: number;
                            /** @enum {string} */
                            status: "completed" | "incomplete" | "failed" | "in_progress";
                            model: string;
                            output: ({
                                type: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            previous_response_id?: string | null;
                            incomplete_details?: ({
                                reason: string;
                            } & {
                                [key: string]: unknown;
                            }) | null;
                            usage?: ({
                                input_tokens: number;
                                output_tokens: number;
                                total_tokens: number;
                            } & {
                                [key: string]: unknown;
                            }) | null;
                            service_metadata?: {
                                /** @description Session that handled the request: a number below 2^53 that no other session gets. */
                                session_id: number;
                                /** @description Layers in the order executed. */
                                layers_executed: ("L0" | "L1" | "L2" | "L3" | "L4" | "L5" | "L6" | "L7")[];
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
                                /** @description True when the request was routed to human approval. */
                                approval_required: boolean;
                                /**
                                 * Format: uuid
                                 * @description Of a request that waits for a human, and of the answer to one that was approved.
                                 */
                                approval_id?: string;
                                /** @description True when the semantic cache answered. */
                                cache_hit: boolean;
                                /** @description With the header `x-show-sent: 1`, where the gateway permits it: the texts that went to the model endpoint, as they were sent. Absent where none were, and for a body that another thread has read. */
                                sent?: {
                                    path: string;
                                    role?: string;
                                    text: string;
                                }[];
                                /** @description With the header `x-show-received: 1`, where the gateway permits it: the texts that the model wrote, with the tokens in them, as they were before those became values. `part` is the choice, the item of the output or the block. What `NEW_VALUES` masks for the caller is masked here, too. Absent until the answer has ended. */
                                received?: {
                                    part: number;
                                    path: string;
                                    text: string;
                                }[];
                            };
                        } & {
                            [key: string]: unknown;
                        };
                        "text/event-stream": string;
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
                 *
                 *     `thread_unsupported_request`: Message threads are not kept here. Send the whole conversation, without `thread`.
                 *
                 *     `jailbreak_detected`: The request was blocked: it looks like a jailbreak.
                 *
                 *     `content_blocked`: The request was blocked by policy.
                 *
                 *     `context_length_exceeded`: The request is longer than the maximum context length of this model.
                 *
                 *     `content_filter`: The content filter of the model endpoint refused the request.
                 *
                 *     `upstream_rejected`: The model endpoint rejected the request.
                 */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
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
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `user_not_active`: This user is not active here.
                 *
                 *     `action_not_permitted`: You may not do what this request asks for.
                 *
                 *     `tool_not_permitted`: You may not have this tool run by the provider.
                 *
                 *     `reason_required`: Say in the header `x-reason` why you ask for this.
                 *
                 *     `scope_missing`: The access token lacks the scope that is needed here.
                 *
                 *     `unfreeze_not_permitted`: Unfreezing from here is turned off.
                 *
                 *     `session_not_permitted`: This session does not exist or is not yours.
                 *
                 *     `session_frozen`: This session is frozen. Ask your security team.
                 *
                 *     `no_compliant_endpoint`: No model endpoint that may see data of this sensitivity serves this model.
                 *
                 *     `approval_required`: This request needs the approval of a human before it can be carried out. It has not been sent to the model.
                 *
                 *     `approval_denied`: A human has denied this request. It was not sent.
                 *
                 *     `approval_expired`: Nobody has approved this request in time. It was not sent.
                 *
                 *     `too_many_sessions`: You have too many sessions open. Let some end first.
                 *
                 *     `too_many_values`: Too many sensitive values are stored for you. Begin another session, or let stored values expire.
                 */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `not_found`: There is nothing at this address.
                 *
                 *     `user_not_found`: No such user is known.
                 *
                 *     `previous_response_not_found`: The previous response is not kept (any more). Send the whole conversation.
                 *
                 *     `model_not_found`: The model does not exist or is not available to you.
                 */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `request_timeout`: The request body did not arrive in time.
                 *
                 *     `answer_not_read`: The answer was not read in time.
                 *
                 *     `request_aborted`: The request was abandoned by the caller.
                 */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description `request_too_large`: The request body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description `unsupported_media_type`: Send the body as JSON, without a content encoding. */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `rate_limit_exceeded`: Too many requests. Try again later.
                 *
                 *     `insufficient_quota`: The quota of this service at the model endpoint is spent.
                 *
                 *     `budget_exceeded`: The budget for this day or month is spent.
                 */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `upstream_error`: The model endpoint failed.
                 *
                 *     `upstream_unauthorized`: The model endpoint refused the credentials of this service. Tell your administrator.
                 *
                 *     `upstream_unreachable`: The model endpoint cannot be reached.
                 *
                 *     `upstream_invalid_answer`: The model endpoint sent an answer that cannot be read.
                 *
                 *     `answer_too_large`: The answer is too large with the values in it restored.
                 *
                 *     `upstream_interrupted`: The model endpoint ended its answer early.
                 *
                 *     `execution_uncertain`: The request was approved and begun, and how it ended is not known. It is not repeated unless it is approved anew.
                 */
                502: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `upstream_unavailable`: Every model endpoint that may see this request has failed lately. Try again soon.
                 *
                 *     `upstream_overloaded`: The model endpoint is overloaded. Try again soon.
                 *
                 *     `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `layer_timeout`: A safety check took too long, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `audit_unavailable`: The audit record could not be written, so the answer was not completed.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
                 *
                 *     `shutting_down`: The service is shutting down.
                 */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description `upstream_timeout`: The model endpoint did not answer in time. */
                504: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
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
    "/v1/responses/{response_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a response that is kept
         * @description For the caller who got it, with the values that the policy of now lets the caller see. A response is kept for `STATE_MAP_TTL_MS` unless its request says `store: false`; its `store` says whether it is. While a request waits for a human it is the response that the request got; then the real one, under the same id.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    response_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The response. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            /** @enum {string} */
                            object: "response";
                            /** @description Seconds since the Unix epoch. */
                            created_at: number;
                            /** @enum {string} */
                            status: "completed" | "incomplete" | "failed" | "in_progress";
                            model: string;
                            output: ({
                                type: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            previous_response_id?: string | null;
                            incomplete_details?: ({
                                reason: string;
                            } & {
                                [key: string]: unknown;
                            }) | null;
                            usage?: ({
                                input_tokens: number;
                                output_tokens: number;
                                total_tokens: number;
                            } & {
                                [key: string]: unknown;
                            }) | null;
                            service_metadata?: {
                                /** @description Session that handled the request: a number below 2^53 that no other session gets. */
                                session_id: number;
                                /** @description Layers in the order executed. */
                                layers_executed: ("L0" | "L1" | "L2" | "L3" | "L4" | "L5" | "L6" | "L7")[];
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
                                /** @description True when the request was routed to human approval. */
                                approval_required: boolean;
                                /**
                                 * Format: uuid
                                 * @description Of a request that waits for a human, and of the answer to one that was approved.
                                 */
                                approval_id?: string;
                                /** @description True when the semantic cache answered. */
                                cache_hit: boolean;
                                /** @description With the header `x-show-sent: 1`, where the gateway permits it: the texts that went to the model endpoint, as they were sent. Absent where none were, and for a body that another thread has read. */
                                sent?: {
                                    path: string;
                                    role?: string;
                                    text: string;
                                }[];
                                /** @description With the header `x-show-received: 1`, where the gateway permits it: the texts that the model wrote, with the tokens in them, as they were before those became values. `part` is the choice, the item of the output or the block. What `NEW_VALUES` masks for the caller is masked here, too. Absent until the answer has ended. */
                                received?: {
                                    part: number;
                                    path: string;
                                    text: string;
                                }[];
                            };
                        } & {
                            [key: string]: unknown;
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
                 *
                 *     `thread_unsupported_request`: Message threads are not kept here. Send the whole conversation, without `thread`.
                 *
                 *     `jailbreak_detected`: The request was blocked: it looks like a jailbreak.
                 *
                 *     `content_blocked`: The request was blocked by policy.
                 *
                 *     `context_length_exceeded`: The request is longer than the maximum context length of this model.
                 *
                 *     `content_filter`: The content filter of the model endpoint refused the request.
                 *
                 *     `upstream_rejected`: The model endpoint rejected the request.
                 */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
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
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `user_not_active`: This user is not active here.
                 *
                 *     `action_not_permitted`: You may not do what this request asks for.
                 *
                 *     `tool_not_permitted`: You may not have this tool run by the provider.
                 *
                 *     `reason_required`: Say in the header `x-reason` why you ask for this.
                 *
                 *     `scope_missing`: The access token lacks the scope that is needed here.
                 *
                 *     `unfreeze_not_permitted`: Unfreezing from here is turned off.
                 *
                 *     `session_not_permitted`: This session does not exist or is not yours.
                 *
                 *     `session_frozen`: This session is frozen. Ask your security team.
                 *
                 *     `no_compliant_endpoint`: No model endpoint that may see data of this sensitivity serves this model.
                 *
                 *     `approval_required`: This request needs the approval of a human before it can be carried out. It has not been sent to the model.
                 *
                 *     `approval_denied`: A human has denied this request. It was not sent.
                 *
                 *     `approval_expired`: Nobody has approved this request in time. It was not sent.
                 *
                 *     `too_many_sessions`: You have too many sessions open. Let some end first.
                 *
                 *     `too_many_values`: Too many sensitive values are stored for you. Begin another session, or let stored values expire.
                 */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `not_found`: There is nothing at this address.
                 *
                 *     `user_not_found`: No such user is known.
                 *
                 *     `previous_response_not_found`: The previous response is not kept (any more). Send the whole conversation.
                 *
                 *     `model_not_found`: The model does not exist or is not available to you.
                 */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `rate_limit_exceeded`: Too many requests. Try again later.
                 *
                 *     `insufficient_quota`: The quota of this service at the model endpoint is spent.
                 *
                 *     `budget_exceeded`: The budget for this day or month is spent.
                 */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `upstream_error`: The model endpoint failed.
                 *
                 *     `upstream_unauthorized`: The model endpoint refused the credentials of this service. Tell your administrator.
                 *
                 *     `upstream_unreachable`: The model endpoint cannot be reached.
                 *
                 *     `upstream_invalid_answer`: The model endpoint sent an answer that cannot be read.
                 *
                 *     `answer_too_large`: The answer is too large with the values in it restored.
                 *
                 *     `upstream_interrupted`: The model endpoint ended its answer early.
                 *
                 *     `execution_uncertain`: The request was approved and begun, and how it ended is not known. It is not repeated unless it is approved anew.
                 */
                502: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `upstream_unavailable`: Every model endpoint that may see this request has failed lately. Try again soon.
                 *
                 *     `upstream_overloaded`: The model endpoint is overloaded. Try again soon.
                 *
                 *     `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `layer_timeout`: A safety check took too long, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `audit_unavailable`: The audit record could not be written, so the answer was not completed.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
                 *
                 *     `shutting_down`: The service is shutting down.
                 */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /**
         * Forget a response that is kept
         * @description Responses that continue it keep what they hold of it. The records of it stay.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    response_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It is forgotten. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            /** @enum {string} */
                            object: "response";
                            /** @enum {boolean} */
                            deleted: true;
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
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `user_not_active`: This user is not active here.
                 *
                 *     `action_not_permitted`: You may not do what this request asks for.
                 *
                 *     `tool_not_permitted`: You may not have this tool run by the provider.
                 *
                 *     `reason_required`: Say in the header `x-reason` why you ask for this.
                 *
                 *     `scope_missing`: The access token lacks the scope that is needed here.
                 *
                 *     `unfreeze_not_permitted`: Unfreezing from here is turned off.
                 *
                 *     `session_not_permitted`: This session does not exist or is not yours.
                 *
                 *     `session_frozen`: This session is frozen. Ask your security team.
                 *
                 *     `no_compliant_endpoint`: No model endpoint that may see data of this sensitivity serves this model.
                 *
                 *     `approval_required`: This request needs the approval of a human before it can be carried out. It has not been sent to the model.
                 *
                 *     `approval_denied`: A human has denied this request. It was not sent.
                 *
                 *     `approval_expired`: Nobody has approved this request in time. It was not sent.
                 *
                 *     `too_many_sessions`: You have too many sessions open. Let some end first.
                 *
                 *     `too_many_values`: Too many sensitive values are stored for you. Begin another session, or let stored values expire.
                 */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `not_found`: There is nothing at this address.
                 *
                 *     `user_not_found`: No such user is known.
                 *
                 *     `previous_response_not_found`: The previous response is not kept (any more). Send the whole conversation.
                 *
                 *     `model_not_found`: The model does not exist or is not available to you.
                 */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `rate_limit_exceeded`: Too many requests. Try again later.
                 *
                 *     `insufficient_quota`: The quota of this service at the model endpoint is spent.
                 *
                 *     `budget_exceeded`: The budget for this day or month is spent.
                 */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `upstream_unavailable`: Every model endpoint that may see this request has failed lately. Try again soon.
                 *
                 *     `upstream_overloaded`: The model endpoint is overloaded. Try again soon.
                 *
                 *     `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `layer_timeout`: A safety check took too long, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `audit_unavailable`: The audit record could not be written, so the answer was not completed.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
                 *
                 *     `shutting_down`: The service is shutting down.
                 */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/{response_id}/input_items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a kept response was made from
         * @description All items that the model was sent, those of the responses before included.
         */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    order?: "asc" | "desc";
                    after?: string;
                };
                header?: never;
                path: {
                    response_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The items. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            object: "list";
                            data: ({
                                type?: string;
                                role?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            first_id: string | null;
                            last_id: string | null;
                            has_more: boolean;
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
                 *
                 *     `thread_unsupported_request`: Message threads are not kept here. Send the whole conversation, without `thread`.
                 *
                 *     `jailbreak_detected`: The request was blocked: it looks like a jailbreak.
                 *
                 *     `content_blocked`: The request was blocked by policy.
                 *
                 *     `context_length_exceeded`: The request is longer than the maximum context length of this model.
                 *
                 *     `content_filter`: The content filter of the model endpoint refused the request.
                 *
                 *     `upstream_rejected`: The model endpoint rejected the request.
                 */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
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
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `user_not_active`: This user is not active here.
                 *
                 *     `action_not_permitted`: You may not do what this request asks for.
                 *
                 *     `tool_not_permitted`: You may not have this tool run by the provider.
                 *
                 *     `reason_required`: Say in the header `x-reason` why you ask for this.
                 *
                 *     `scope_missing`: The access token lacks the scope that is needed here.
                 *
                 *     `unfreeze_not_permitted`: Unfreezing from here is turned off.
                 *
                 *     `session_not_permitted`: This session does not exist or is not yours.
                 *
                 *     `session_frozen`: This session is frozen. Ask your security team.
                 *
                 *     `no_compliant_endpoint`: No model endpoint that may see data of this sensitivity serves this model.
                 *
                 *     `approval_required`: This request needs the approval of a human before it can be carried out. It has not been sent to the model.
                 *
                 *     `approval_denied`: A human has denied this request. It was not sent.
                 *
                 *     `approval_expired`: Nobody has approved this request in time. It was not sent.
                 *
                 *     `too_many_sessions`: You have too many sessions open. Let some end first.
                 *
                 *     `too_many_values`: Too many sensitive values are stored for you. Begin another session, or let stored values expire.
                 */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `not_found`: There is nothing at this address.
                 *
                 *     `user_not_found`: No such user is known.
                 *
                 *     `previous_response_not_found`: The previous response is not kept (any more). Send the whole conversation.
                 *
                 *     `model_not_found`: The model does not exist or is not available to you.
                 */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `rate_limit_exceeded`: Too many requests. Try again later.
                 *
                 *     `insufficient_quota`: The quota of this service at the model endpoint is spent.
                 *
                 *     `budget_exceeded`: The budget for this day or month is spent.
                 */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `upstream_error`: The model endpoint failed.
                 *
                 *     `upstream_unauthorized`: The model endpoint refused the credentials of this service. Tell your administrator.
                 *
                 *     `upstream_unreachable`: The model endpoint cannot be reached.
                 *
                 *     `upstream_invalid_answer`: The model endpoint sent an answer that cannot be read.
                 *
                 *     `answer_too_large`: The answer is too large with the values in it restored.
                 *
                 *     `upstream_interrupted`: The model endpoint ended its answer early.
                 *
                 *     `execution_uncertain`: The request was approved and begun, and how it ended is not known. It is not repeated unless it is approved anew.
                 */
                502: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `upstream_unavailable`: Every model endpoint that may see this request has failed lately. Try again soon.
                 *
                 *     `upstream_overloaded`: The model endpoint is overloaded. Try again soon.
                 *
                 *     `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `layer_timeout`: A safety check took too long, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `audit_unavailable`: The audit record could not be written, so the answer was not completed.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
                 *
                 *     `shutting_down`: The service is shutting down.
                 */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
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
    "/v1/embeddings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn texts into vectors
         * @description OpenAI-compatible. Sensitive values are replaced by the names of their types before a model sees them, so that vectors of different sessions can be compared. Members that are not listed here are passed on.
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
                    "application/json": {
                        model: string;
                        input: string | string[];
                        /** @enum {string|null} */
                        encoding_format?: "float" | "base64" | null;
                        dimensions?: number | null;
                        user?: string | null;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                /** @description One vector for each text, in the format asked for. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            object: "list";
                            data: ({
                                /** @enum {string} */
                                object: "embedding";
                                index: number;
                                embedding: number[] | string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            model: string;
                            usage: {
                                prompt_tokens: number;
                                total_tokens: number;
                            } & {
                                [key: string]: unknown;
                            };
                            service_metadata?: {
                                /** @description Session that handled the request: a number below 2^53 that no other session gets. */
                                session_id: number;
                                /** @description Layers in the order executed. */
                                layers_executed: ("L0" | "L1" | "L2" | "L3" | "L4" | "L5" | "L6" | "L7")[];
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
                                /** @description True when the request was routed to human approval. */
                                approval_required: boolean;
                                /**
                                 * Format: uuid
                                 * @description Of a request that waits for a human, and of the answer to one that was approved.
                                 */
                                approval_id?: string;
                                /** @description True when the semantic cache answered. */
                                cache_hit: boolean;
                                /** @description With the header `x-show-sent: 1`, where the gateway permits it: the texts that went to the model endpoint, as they were sent. Absent where none were, and for a body that another thread has read. */
                                sent?: {
                                    path: string;
                                    role?: string;
                                    text: string;
                                }[];
                                /** @description With the header `x-show-received: 1`, where the gateway permits it: the texts that the model wrote, with the tokens in them, as they were before those became values. `part` is the choice, the item of the output or the block. What `NEW_VALUES` masks for the caller is masked here, too. Absent until the answer has ended. */
                                received?: {
                                    part: number;
                                    path: string;
                                    text: string;
                                }[];
                            };
                        } & {
                            [key: string]: unknown;
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
                 *
                 *     `thread_unsupported_request`: Message threads are not kept here. Send the whole conversation, without `thread`.
                 *
                 *     `jailbreak_detected`: The request was blocked: it looks like a jailbreak.
                 *
                 *     `content_blocked`: The request was blocked by policy.
                 *
                 *     `context_length_exceeded`: The request is longer than the maximum context length of this model.
                 *
                 *     `content_filter`: The content filter of the model endpoint refused the request.
                 *
                 *     `upstream_rejected`: The model endpoint rejected the request.
                 */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
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
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `user_not_active`: This user is not active here.
                 *
                 *     `action_not_permitted`: You may not do what this request asks for.
                 *
                 *     `tool_not_permitted`: You may not have this tool run by the provider.
                 *
                 *     `reason_required`: Say in the header `x-reason` why you ask for this.
                 *
                 *     `scope_missing`: The access token lacks the scope that is needed here.
                 *
                 *     `unfreeze_not_permitted`: Unfreezing from here is turned off.
                 *
                 *     `session_not_permitted`: This session does not exist or is not yours.
                 *
                 *     `session_frozen`: This session is frozen. Ask your security team.
                 *
                 *     `no_compliant_endpoint`: No model endpoint that may see data of this sensitivity serves this model.
                 *
                 *     `approval_required`: This request needs the approval of a human before it can be carried out. It has not been sent to the model.
                 *
                 *     `approval_denied`: A human has denied this request. It was not sent.
                 *
                 *     `approval_expired`: Nobody has approved this request in time. It was not sent.
                 *
                 *     `too_many_sessions`: You have too many sessions open. Let some end first.
                 *
                 *     `too_many_values`: Too many sensitive values are stored for you. Begin another session, or let stored values expire.
                 */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `not_found`: There is nothing at this address.
                 *
                 *     `user_not_found`: No such user is known.
                 *
                 *     `previous_response_not_found`: The previous response is not kept (any more). Send the whole conversation.
                 *
                 *     `model_not_found`: The model does not exist or is not available to you.
                 */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `request_timeout`: The request body did not arrive in time.
                 *
                 *     `answer_not_read`: The answer was not read in time.
                 *
                 *     `request_aborted`: The request was abandoned by the caller.
                 */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description `request_too_large`: The request body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description `unsupported_media_type`: Send the body as JSON, without a content encoding. */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `rate_limit_exceeded`: Too many requests. Try again later.
                 *
                 *     `insufficient_quota`: The quota of this service at the model endpoint is spent.
                 *
                 *     `budget_exceeded`: The budget for this day or month is spent.
                 */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `upstream_error`: The model endpoint failed.
                 *
                 *     `upstream_unauthorized`: The model endpoint refused the credentials of this service. Tell your administrator.
                 *
                 *     `upstream_unreachable`: The model endpoint cannot be reached.
                 *
                 *     `upstream_invalid_answer`: The model endpoint sent an answer that cannot be read.
                 *
                 *     `answer_too_large`: The answer is too large with the values in it restored.
                 *
                 *     `upstream_interrupted`: The model endpoint ended its answer early.
                 *
                 *     `execution_uncertain`: The request was approved and begun, and how it ended is not known. It is not repeated unless it is approved anew.
                 */
                502: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `upstream_unavailable`: Every model endpoint that may see this request has failed lately. Try again soon.
                 *
                 *     `upstream_overloaded`: The model endpoint is overloaded. Try again soon.
                 *
                 *     `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `layer_timeout`: A safety check took too long, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `audit_unavailable`: The audit record could not be written, so the answer was not completed.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
                 *
                 *     `shutting_down`: The service is shutting down.
                 */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description `upstream_timeout`: The model endpoint did not answer in time. */
                504: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
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
    "/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a model on Anthropic’s wire
         * @description Compatible with Anthropic’s Messages. Every layer of the pipeline sees the request and the answer. Members, versions and beta features that are not listed here are passed on to an endpoint that speaks this wire.
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
                    "application/json": {
                        model: string;
                        messages: ({
                            /** @enum {string} */
                            role: "user" | "assistant" | "system";
                            content: string | ({
                                type: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        })[];
                        max_tokens?: number;
                        system?: string | ({
                            type: string;
                        } & {
                            [key: string]: unknown;
                        })[] | null;
                        stream?: boolean | null;
                        temperature?: number | null;
                        top_p?: number | null;
                        top_k?: number | null;
                        stop_sequences?: string[] | null;
                        tools?: ({
                            type?: string | null;
                            name?: string;
                        } & {
                            [key: string]: unknown;
                        })[] | null;
                        tool_choice?: ({
                            type: string;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                /** @description The message; with `stream: true` as server-sent events. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Message"];
                        "text/event-stream": string;
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
                 *
                 *     `thread_unsupported_request`: Message threads are not kept here. Send the whole conversation, without `thread`.
                 *
                 *     `jailbreak_detected`: The request was blocked: it looks like a jailbreak.
                 *
                 *     `content_blocked`: The request was blocked by policy.
                 *
                 *     `context_length_exceeded`: The request is longer than the maximum context length of this model.
                 *
                 *     `content_filter`: The content filter of the model endpoint refused the request.
                 *
                 *     `upstream_rejected`: The model endpoint rejected the request.
                 */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
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
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /**
                 * @description `user_not_active`: This user is not active here.
                 *
                 *     `action_not_permitted`: You may not do what this request asks for.
                 *
                 *     `tool_not_permitted`: You may not have this tool run by the provider.
                 *
                 *     `reason_required`: Say in the header `x-reason` why you ask for this.
                 *
                 *     `scope_missing`: The access token lacks the scope that is needed here.
                 *
                 *     `unfreeze_not_permitted`: Unfreezing from here is turned off.
                 *
                 *     `session_not_permitted`: This session does not exist or is not yours.
                 *
                 *     `session_frozen`: This session is frozen. Ask your security team.
                 *
                 *     `no_compliant_endpoint`: No model endpoint that may see data of this sensitivity serves this model.
                 *
                 *     `approval_required`: This request needs the approval of a human before it can be carried out. It has not been sent to the model.
                 *
                 *     `approval_denied`: A human has denied this request. It was not sent.
                 *
                 *     `approval_expired`: Nobody has approved this request in time. It was not sent.
                 *
                 *     `too_many_sessions`: You have too many sessions open. Let some end first.
                 *
                 *     `too_many_values`: Too many sensitive values are stored for you. Begin another session, or let stored values expire.
                 */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /**
                 * @description `not_found`: There is nothing at this address.
                 *
                 *     `user_not_found`: No such user is known.
                 *
                 *     `previous_response_not_found`: The previous response is not kept (any more). Send the whole conversation.
                 *
                 *     `model_not_found`: The model does not exist or is not available to you.
                 */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /**
                 * @description `request_timeout`: The request body did not arrive in time.
                 *
                 *     `answer_not_read`: The answer was not read in time.
                 *
                 *     `request_aborted`: The request was abandoned by the caller.
                 */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /** @description `request_too_large`: The request body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /** @description `unsupported_media_type`: Send the body as JSON, without a content encoding. */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /**
                 * @description `rate_limit_exceeded`: Too many requests. Try again later.
                 *
                 *     `insufficient_quota`: The quota of this service at the model endpoint is spent.
                 *
                 *     `budget_exceeded`: The budget for this day or month is spent.
                 */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /**
                 * @description `upstream_error`: The model endpoint failed.
                 *
                 *     `upstream_unauthorized`: The model endpoint refused the credentials of this service. Tell your administrator.
                 *
                 *     `upstream_unreachable`: The model endpoint cannot be reached.
                 *
                 *     `upstream_invalid_answer`: The model endpoint sent an answer that cannot be read.
                 *
                 *     `answer_too_large`: The answer is too large with the values in it restored.
                 *
                 *     `upstream_interrupted`: The model endpoint ended its answer early.
                 *
                 *     `execution_uncertain`: The request was approved and begun, and how it ended is not known. It is not repeated unless it is approved anew.
                 */
                502: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /**
                 * @description `upstream_unavailable`: Every model endpoint that may see this request has failed lately. Try again soon.
                 *
                 *     `upstream_overloaded`: The model endpoint is overloaded. Try again soon.
                 *
                 *     `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `layer_timeout`: A safety check took too long, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `audit_unavailable`: The audit record could not be written, so the answer was not completed.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
                 *
                 *     `shutting_down`: The service is shutting down.
                 */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /** @description `upstream_timeout`: The model endpoint did not answer in time. */
                504: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
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
    "/v1/messages/count_tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the tokens of a message
         * @description Compatible with Anthropic’s. What is counted is what a model would be sent: tokens in the place of values.
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
                    "application/json": {
                        model: string;
                        messages: ({
                            /** @enum {string} */
                            role: "user" | "assistant" | "system";
                            content: string | ({
                                type: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        })[];
                        max_tokens?: number;
                        system?: string | ({
                            type: string;
                        } & {
                            [key: string]: unknown;
                        })[] | null;
                        stream?: boolean | null;
                        temperature?: number | null;
                        top_p?: number | null;
                        top_k?: number | null;
                        stop_sequences?: string[] | null;
                        tools?: ({
                            type?: string | null;
                            name?: string;
                        } & {
                            [key: string]: unknown;
                        })[] | null;
                        tool_choice?: ({
                            type: string;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                /** @description The number. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TokenCount"];
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
                 *
                 *     `thread_unsupported_request`: Message threads are not kept here. Send the whole conversation, without `thread`.
                 *
                 *     `jailbreak_detected`: The request was blocked: it looks like a jailbreak.
                 *
                 *     `content_blocked`: The request was blocked by policy.
                 *
                 *     `context_length_exceeded`: The request is longer than the maximum context length of this model.
                 *
                 *     `content_filter`: The content filter of the model endpoint refused the request.
                 *
                 *     `upstream_rejected`: The model endpoint rejected the request.
                 */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
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
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /**
                 * @description `user_not_active`: This user is not active here.
                 *
                 *     `action_not_permitted`: You may not do what this request asks for.
                 *
                 *     `tool_not_permitted`: You may not have this tool run by the provider.
                 *
                 *     `reason_required`: Say in the header `x-reason` why you ask for this.
                 *
                 *     `scope_missing`: The access token lacks the scope that is needed here.
                 *
                 *     `unfreeze_not_permitted`: Unfreezing from here is turned off.
                 *
                 *     `session_not_permitted`: This session does not exist or is not yours.
                 *
                 *     `session_frozen`: This session is frozen. Ask your security team.
                 *
                 *     `no_compliant_endpoint`: No model endpoint that may see data of this sensitivity serves this model.
                 *
                 *     `approval_required`: This request needs the approval of a human before it can be carried out. It has not been sent to the model.
                 *
                 *     `approval_denied`: A human has denied this request. It was not sent.
                 *
                 *     `approval_expired`: Nobody has approved this request in time. It was not sent.
                 *
                 *     `too_many_sessions`: You have too many sessions open. Let some end first.
                 *
                 *     `too_many_values`: Too many sensitive values are stored for you. Begin another session, or let stored values expire.
                 */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /**
                 * @description `not_found`: There is nothing at this address.
                 *
                 *     `user_not_found`: No such user is known.
                 *
                 *     `previous_response_not_found`: The previous response is not kept (any more). Send the whole conversation.
                 *
                 *     `model_not_found`: The model does not exist or is not available to you.
                 */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /**
                 * @description `request_timeout`: The request body did not arrive in time.
                 *
                 *     `answer_not_read`: The answer was not read in time.
                 *
                 *     `request_aborted`: The request was abandoned by the caller.
                 */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /** @description `request_too_large`: The request body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /** @description `unsupported_media_type`: Send the body as JSON, without a content encoding. */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /**
                 * @description `rate_limit_exceeded`: Too many requests. Try again later.
                 *
                 *     `insufficient_quota`: The quota of this service at the model endpoint is spent.
                 *
                 *     `budget_exceeded`: The budget for this day or month is spent.
                 */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /**
                 * @description `upstream_error`: The model endpoint failed.
                 *
                 *     `upstream_unauthorized`: The model endpoint refused the credentials of this service. Tell your administrator.
                 *
                 *     `upstream_unreachable`: The model endpoint cannot be reached.
                 *
                 *     `upstream_invalid_answer`: The model endpoint sent an answer that cannot be read.
                 *
                 *     `answer_too_large`: The answer is too large with the values in it restored.
                 *
                 *     `upstream_interrupted`: The model endpoint ended its answer early.
                 *
                 *     `execution_uncertain`: The request was approved and begun, and how it ended is not known. It is not repeated unless it is approved anew.
                 */
                502: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /**
                 * @description `upstream_unavailable`: Every model endpoint that may see this request has failed lately. Try again soon.
                 *
                 *     `upstream_overloaded`: The model endpoint is overloaded. Try again soon.
                 *
                 *     `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `layer_timeout`: A safety check took too long, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `audit_unavailable`: The audit record could not be written, so the answer was not completed.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
                 *
                 *     `shutting_down`: The service is shutting down.
                 */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /** @description `upstream_timeout`: The model endpoint did not answer in time. */
                504: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
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
    "/v1/messages/{message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the answer to a message that waited for a human
         * @description For the caller who sent it; Anthropic has no such operation. While nobody has decided, and until the answer has come, it is the message that the request got; then the real one. Messages that never waited are not kept.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    message_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The message. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Message"];
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
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /**
                 * @description `user_not_active`: This user is not active here.
                 *
                 *     `action_not_permitted`: You may not do what this request asks for.
                 *
                 *     `tool_not_permitted`: You may not have this tool run by the provider.
                 *
                 *     `reason_required`: Say in the header `x-reason` why you ask for this.
                 *
                 *     `scope_missing`: The access token lacks the scope that is needed here.
                 *
                 *     `unfreeze_not_permitted`: Unfreezing from here is turned off.
                 *
                 *     `session_not_permitted`: This session does not exist or is not yours.
                 *
                 *     `session_frozen`: This session is frozen. Ask your security team.
                 *
                 *     `no_compliant_endpoint`: No model endpoint that may see data of this sensitivity serves this model.
                 *
                 *     `approval_required`: This request needs the approval of a human before it can be carried out. It has not been sent to the model.
                 *
                 *     `approval_denied`: A human has denied this request. It was not sent.
                 *
                 *     `approval_expired`: Nobody has approved this request in time. It was not sent.
                 *
                 *     `too_many_sessions`: You have too many sessions open. Let some end first.
                 *
                 *     `too_many_values`: Too many sensitive values are stored for you. Begin another session, or let stored values expire.
                 */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /**
                 * @description `not_found`: There is nothing at this address.
                 *
                 *     `user_not_found`: No such user is known.
                 *
                 *     `previous_response_not_found`: The previous response is not kept (any more). Send the whole conversation.
                 *
                 *     `model_not_found`: The model does not exist or is not available to you.
                 */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /**
                 * @description `rate_limit_exceeded`: Too many requests. Try again later.
                 *
                 *     `insufficient_quota`: The quota of this service at the model endpoint is spent.
                 *
                 *     `budget_exceeded`: The budget for this day or month is spent.
                 */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /**
                 * @description `upstream_error`: The model endpoint failed.
                 *
                 *     `upstream_unauthorized`: The model endpoint refused the credentials of this service. Tell your administrator.
                 *
                 *     `upstream_unreachable`: The model endpoint cannot be reached.
                 *
                 *     `upstream_invalid_answer`: The model endpoint sent an answer that cannot be read.
                 *
                 *     `answer_too_large`: The answer is too large with the values in it restored.
                 *
                 *     `upstream_interrupted`: The model endpoint ended its answer early.
                 *
                 *     `execution_uncertain`: The request was approved and begun, and how it ended is not known. It is not repeated unless it is approved anew.
                 */
                502: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
                    };
                };
                /**
                 * @description `upstream_unavailable`: Every model endpoint that may see this request has failed lately. Try again soon.
                 *
                 *     `upstream_overloaded`: The model endpoint is overloaded. Try again soon.
                 *
                 *     `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `layer_timeout`: A safety check took too long, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `audit_unavailable`: The audit record could not be written, so the answer was not completed.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
                 *
                 *     `shutting_down`: The service is shutting down.
                 */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagesError"];
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
    "/v1/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Continue a text, as before chat
         * @description OpenAI-compatible, for clients that do not speak chat yet. The prompt, one text, is asked as what a user says.
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
                    "application/json": {
                        model: string;
                        temperature?: number | null;
                        top_p?: number | null;
                        max_tokens?: number | null;
                        n?: number | null;
                        seed?: number | null;
                        presence_penalty?: number | null;
                        frequency_penalty?: number | null;
                        stop?: string | string[] | null;
                        user?: string | null;
                        prompt: string | [
                            string
                        ];
                        stream?: boolean | null;
                        stream_options?: ({
                            include_usage?: boolean | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @enum {number|null} */
                        best_of?: 1 | null;
                        /** @enum {boolean|null} */
                        echo?: false | null;
                        logprobs?: null;
                        suffix?: null | "";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                /** @description The completion; with `stream: true` as server-sent events. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            /** @enum {string} */
                            object: "text_completion";
                            created: number;
                            model: string;
                            choices: ({
                                index: number;
                                text: string;
                                logprobs: null;
                                finish_reason: string | null;
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                        "text/event-stream": string;
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
                 *
                 *     `thread_unsupported_request`: Message threads are not kept here. Send the whole conversation, without `thread`.
                 *
                 *     `jailbreak_detected`: The request was blocked: it looks like a jailbreak.
                 *
                 *     `content_blocked`: The request was blocked by policy.
                 *
                 *     `context_length_exceeded`: The request is longer than the maximum context length of this model.
                 *
                 *     `content_filter`: The content filter of the model endpoint refused the request.
                 *
                 *     `upstream_rejected`: The model endpoint rejected the request.
                 */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
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
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `user_not_active`: This user is not active here.
                 *
                 *     `action_not_permitted`: You may not do what this request asks for.
                 *
                 *     `tool_not_permitted`: You may not have this tool run by the provider.
                 *
                 *     `reason_required`: Say in the header `x-reason` why you ask for this.
                 *
                 *     `scope_missing`: The access token lacks the scope that is needed here.
                 *
                 *     `unfreeze_not_permitted`: Unfreezing from here is turned off.
                 *
                 *     `session_not_permitted`: This session does not exist or is not yours.
                 *
                 *     `session_frozen`: This session is frozen. Ask your security team.
                 *
                 *     `no_compliant_endpoint`: No model endpoint that may see data of this sensitivity serves this model.
                 *
                 *     `approval_required`: This request needs the approval of a human before it can be carried out. It has not been sent to the model.
                 *
                 *     `approval_denied`: A human has denied this request. It was not sent.
                 *
                 *     `approval_expired`: Nobody has approved this request in time. It was not sent.
                 *
                 *     `too_many_sessions`: You have too many sessions open. Let some end first.
                 *
                 *     `too_many_values`: Too many sensitive values are stored for you. Begin another session, or let stored values expire.
                 */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `not_found`: There is nothing at this address.
                 *
                 *     `user_not_found`: No such user is known.
                 *
                 *     `previous_response_not_found`: The previous response is not kept (any more). Send the whole conversation.
                 *
                 *     `model_not_found`: The model does not exist or is not available to you.
                 */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `request_timeout`: The request body did not arrive in time.
                 *
                 *     `answer_not_read`: The answer was not read in time.
                 *
                 *     `request_aborted`: The request was abandoned by the caller.
                 */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description `request_too_large`: The request body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description `unsupported_media_type`: Send the body as JSON, without a content encoding. */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `rate_limit_exceeded`: Too many requests. Try again later.
                 *
                 *     `insufficient_quota`: The quota of this service at the model endpoint is spent.
                 *
                 *     `budget_exceeded`: The budget for this day or month is spent.
                 */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `upstream_error`: The model endpoint failed.
                 *
                 *     `upstream_unauthorized`: The model endpoint refused the credentials of this service. Tell your administrator.
                 *
                 *     `upstream_unreachable`: The model endpoint cannot be reached.
                 *
                 *     `upstream_invalid_answer`: The model endpoint sent an answer that cannot be read.
                 *
                 *     `answer_too_large`: The answer is too large with the values in it restored.
                 *
                 *     `upstream_interrupted`: The model endpoint ended its answer early.
                 *
                 *     `execution_uncertain`: The request was approved and begun, and how it ended is not known. It is not repeated unless it is approved anew.
                 */
                502: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `upstream_unavailable`: Every model endpoint that may see this request has failed lately. Try again soon.
                 *
                 *     `upstream_overloaded`: The model endpoint is overloaded. Try again soon.
                 *
                 *     `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `layer_timeout`: A safety check took too long, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `audit_unavailable`: The audit record could not be written, so the answer was not completed.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
                 *
                 *     `shutting_down`: The service is shutting down.
                 */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /** @description `upstream_timeout`: The model endpoint did not answer in time. */
                504: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
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
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the models that the caller may use
         * @description In Anthropic’s form where the request has the header `anthropic-version`.
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
                /** @description The models. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            object: "list";
                            data: {
                                id: string;
                                /** @enum {string} */
                                object: "model";
                                /** @description Seconds since the Unix epoch; 0, because endpoints do not tell. */
                                created: number;
                                /** @description The first endpoint that serves the model. */
                                owned_by: string;
                                /** @description The model that the name stands for at that endpoint. */
                                alias_of?: string;
                                /** @description What it can be asked for: answers on the wires of conversations, embeddings. */
                                serves: ("chat" | "embeddings")[];
                                /** @description The endpoints that serve the model to the caller, as configured. */
                                endpoints: {
                                    name: string;
                                    /** @description The highest sensitivity of a request that it may see. */
                                    permitted_level: number;
                                    /** @enum {string} */
                                    provider_kind?: "hosted" | "cloud-platform" | "byok" | "self-hosted";
                                    region?: string;
                                }[];
                            }[];
                        } | components["schemas"]["AnthropicModels"];
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
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `user_not_active`: This user is not active here.
                 *
                 *     `action_not_permitted`: You may not do what this request asks for.
                 *
                 *     `tool_not_permitted`: You may not have this tool run by the provider.
                 *
                 *     `reason_required`: Say in the header `x-reason` why you ask for this.
                 *
                 *     `scope_missing`: The access token lacks the scope that is needed here.
                 *
                 *     `unfreeze_not_permitted`: Unfreezing from here is turned off.
                 *
                 *     `session_not_permitted`: This session does not exist or is not yours.
                 *
                 *     `session_frozen`: This session is frozen. Ask your security team.
                 *
                 *     `no_compliant_endpoint`: No model endpoint that may see data of this sensitivity serves this model.
                 *
                 *     `approval_required`: This request needs the approval of a human before it can be carried out. It has not been sent to the model.
                 *
                 *     `approval_denied`: A human has denied this request. It was not sent.
                 *
                 *     `approval_expired`: Nobody has approved this request in time. It was not sent.
                 *
                 *     `too_many_sessions`: You have too many sessions open. Let some end first.
                 *
                 *     `too_many_values`: Too many sensitive values are stored for you. Begin another session, or let stored values expire.
                 */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `upstream_unavailable`: Every model endpoint that may see this request has failed lately. Try again soon.
                 *
                 *     `upstream_overloaded`: The model endpoint is overloaded. Try again soon.
                 *
                 *     `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `layer_timeout`: A safety check took too long, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `audit_unavailable`: The audit record could not be written, so the answer was not completed.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
                 *
                 *     `shutting_down`: The service is shutting down.
                 */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
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
    "/v1/models/{model}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one model that the caller may use */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    model: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The model. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            /** @enum {string} */
                            object: "model";
                            /** @description Seconds since the Unix epoch; 0, because endpoints do not tell. */
                            created: number;
                            /** @description The first endpoint that serves the model. */
                            owned_by: string;
                            /** @description The model that the name stands for at that endpoint. */
                            alias_of?: string;
                            /** @description What it can be asked for: answers on the wires of conversations, embeddings. */
                            serves: ("chat" | "embeddings")[];
                            /** @description The endpoints that serve the model to the caller, as configured. */
                            endpoints: {
                                name: string;
                                /** @description The highest sensitivity of a request that it may see. */
                                permitted_level: number;
                                /** @enum {string} */
                                provider_kind?: "hosted" | "cloud-platform" | "byok" | "self-hosted";
                                region?: string;
                            }[];
                        } | components["schemas"]["AnthropicModel"];
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
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `user_not_active`: This user is not active here.
                 *
                 *     `action_not_permitted`: You may not do what this request asks for.
                 *
                 *     `tool_not_permitted`: You may not have this tool run by the provider.
                 *
                 *     `reason_required`: Say in the header `x-reason` why you ask for this.
                 *
                 *     `scope_missing`: The access token lacks the scope that is needed here.
                 *
                 *     `unfreeze_not_permitted`: Unfreezing from here is turned off.
                 *
                 *     `session_not_permitted`: This session does not exist or is not yours.
                 *
                 *     `session_frozen`: This session is frozen. Ask your security team.
                 *
                 *     `no_compliant_endpoint`: No model endpoint that may see data of this sensitivity serves this model.
                 *
                 *     `approval_required`: This request needs the approval of a human before it can be carried out. It has not been sent to the model.
                 *
                 *     `approval_denied`: A human has denied this request. It was not sent.
                 *
                 *     `approval_expired`: Nobody has approved this request in time. It was not sent.
                 *
                 *     `too_many_sessions`: You have too many sessions open. Let some end first.
                 *
                 *     `too_many_values`: Too many sensitive values are stored for you. Begin another session, or let stored values expire.
                 */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `not_found`: There is nothing at this address.
                 *
                 *     `user_not_found`: No such user is known.
                 *
                 *     `previous_response_not_found`: The previous response is not kept (any more). Send the whole conversation.
                 *
                 *     `model_not_found`: The model does not exist or is not available to you.
                 */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
                    };
                };
                /**
                 * @description `upstream_unavailable`: Every model endpoint that may see this request has failed lately. Try again soon.
                 *
                 *     `upstream_overloaded`: The model endpoint is overloaded. Try again soon.
                 *
                 *     `layer_failed`: A safety check could not be completed, so the request was refused.
                 *
                 *     `layer_timeout`: A safety check took too long, so the request was refused.
                 *
                 *     `dependency_unavailable`: A part that the gateway needs is not available.
                 *
                 *     `audit_unavailable`: The audit record could not be written, so the answer was not completed.
                 *
                 *     `overloaded`: The service is busy with the requests of others. Try again soon.
                 *
                 *     `shutting_down`: The service is shutting down.
                 */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Error"];
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
    "/mcp/{server}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Use the tools of a configured MCP server
         * @description Streamable HTTP of the Model Context Protocol, in the revisions 2025-11-25 and 2026-07-28. `tools/list` and `tools/call` pass every layer both ways; other methods of servers are not served.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    server: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        jsonrpc: "2.0";
                        id?: string | number;
                        method?: string;
                        params?: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                /** @description The answer to a request. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            jsonrpc: "2.0";
                            id: string | number | null;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
                /** @description A notification was taken. */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The message is not valid, or its headers do not say what it says (-32020). */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            jsonrpc: "2.0";
                            id: string | number | null;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
                /** @description The token or key is missing or not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            jsonrpc: "2.0";
                            id: string | number | null;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
                /** @description The session or the user is frozen, or the origin of a web page is not permitted. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            jsonrpc: "2.0";
                            id: string | number | null;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
                /** @description No such server, method or session. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            jsonrpc: "2.0";
                            id: string | number | null;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
                /** @description The message is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            jsonrpc: "2.0";
                            id: string | number | null;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            jsonrpc: "2.0";
                            id: string | number | null;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
                /** @description The gateway cannot answer now. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            jsonrpc: "2.0";
                            id: string | number | null;
                        } & {
                            [key: string]: unknown;
                        };
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
        Error: {
            error: {
                message: string;
                type: string;
                param: string | null;
                code: string;
                /** @description Of a request that waits for a human, where it asked for an error. */
                approval_id?: string;
                /** @description What was found, and which policies determined the refusal; where a layer has refused the request. */
                policy_violations?: {
                    policy_id: string;
                    /** @enum {string} */
                    layer: "L0" | "L1" | "L2" | "L3" | "L4" | "L5" | "L6" | "L7";
                    /** @enum {string} */
                    action: "observed" | "masked" | "held" | "blocked";
                    /** @enum {string} */
                    severity: "low" | "medium" | "high" | "critical";
                    message: string;
                }[];
            };
        };
        Message: {
            id: string;
            /** @enum {string} */
            type: "message";
            /** @enum {string} */
            role: "assistant";
            model: string;
            content: ({
                type: string;
            } & {
                [key: string]: unknown;
            })[];
            stop_reason: string | null;
            usage: {
                input_tokens: number;
                output_tokens: number;
            } & {
                [key: string]: unknown;
            };
            service_metadata?: {
                /** @description Session that handled the request: a number below 2^53 that no other session gets. */
                session_id: number;
                /** @description Layers in the order executed. */
                layers_executed: ("L0" | "L1" | "L2" | "L3" | "L4" | "L5" | "L6" | "L7")[];
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
                /** @description True when the request was routed to human approval. */
                approval_required: boolean;
                /**
                 * Format: uuid
                 * @description Of a request that waits for a human, and of the answer to one that was approved.
                 */
                approval_id?: string;
                /** @description True when the semantic cache answered. */
                cache_hit: boolean;
                /** @description With the header `x-show-sent: 1`, where the gateway permits it: the texts that went to the model endpoint, as they were sent. Absent where none were, and for a body that another thread has read. */
                sent?: {
                    path: string;
                    role?: string;
                    text: string;
                }[];
                /** @description With the header `x-show-received: 1`, where the gateway permits it: the texts that the model wrote, with the tokens in them, as they were before those became values. `part` is the choice, the item of the output or the block. What `NEW_VALUES` masks for the caller is masked here, too. Absent until the answer has ended. */
                received?: {
                    part: number;
                    path: string;
                    text: string;
                }[];
            };
        } & {
            [key: string]: unknown;
        };
        MessagesError: {
            /** @enum {string} */
            type: "error";
            error: {
                type: string;
                message: string;
                code: string;
                /** @description Of a request that waits for a human, where it asked for an error. */
                approval_id?: string;
                /** @description What was found, and which policies determined the refusal; where a layer has refused the request. */
                policy_violations?: {
                    policy_id: string;
                    /** @enum {string} */
                    layer: "L0" | "L1" | "L2" | "L3" | "L4" | "L5" | "L6" | "L7";
                    /** @enum {string} */
                    action: "observed" | "masked" | "held" | "blocked";
                    /** @enum {string} */
                    severity: "low" | "medium" | "high" | "critical";
                    message: string;
                }[];
            };
            request_id: string;
        };
        TokenCount: {
            input_tokens: number;
            /**
             * @description Where the endpoint speaks another wire and cannot be asked.
             * @enum {boolean}
             */
            estimated?: true;
            service_metadata?: {
                /** @description Session that handled the request: a number below 2^53 that no other session gets. */
                session_id: number;
                /** @description Layers in the order executed. */
                layers_executed: ("L0" | "L1" | "L2" | "L3" | "L4" | "L5" | "L6" | "L7")[];
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
                /** @description True when the request was routed to human approval. */
                approval_required: boolean;
                /**
                 * Format: uuid
                 * @description Of a request that waits for a human, and of the answer to one that was approved.
                 */
                approval_id?: string;
                /** @description True when the semantic cache answered. */
                cache_hit: boolean;
                /** @description With the header `x-show-sent: 1`, where the gateway permits it: the texts that went to the model endpoint, as they were sent. Absent where none were, and for a body that another thread has read. */
                sent?: {
                    path: string;
                    role?: string;
                    text: string;
                }[];
                /** @description With the header `x-show-received: 1`, where the gateway permits it: the texts that the model wrote, with the tokens in them, as they were before those became values. `part` is the choice, the item of the output or the block. What `NEW_VALUES` masks for the caller is masked here, too. Absent until the answer has ended. */
                received?: {
                    part: number;
                    path: string;
                    text: string;
                }[];
            };
        } & {
            [key: string]: unknown;
        };
        AnthropicModels: {
            data: components["schemas"]["AnthropicModel"][];
            /** @enum {boolean} */
            has_more: false;
            first_id: string | null;
            last_id: string | null;
        };
        AnthropicModel: {
            /** @enum {string} */
            type: "model";
            id: string;
            display_name: string;
            /** @description The Unix epoch, because endpoints do not tell. */
            created_at: string;
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
