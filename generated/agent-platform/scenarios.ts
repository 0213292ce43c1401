/** The built-in scenarios of the mock. Written by tools/build/scenarios.ts; do not edit. */
export const scenarios = [
  {
    "name": "text",
    "description": "Responds with one message and completes.",
    "steps": [
      {
        "say": "You said: {{lastMessage}}\n\nThis is the mock answering. Every word of it arrives as an event of its own, the way the service streams it."
      }
    ]
  },
  {
    "name": "reasoning",
    "description": "Reasons before it responds, and reflects on the run at the end.",
    "steps": [
      {
        "think": "The question is: {{lastMessage}}. I know enough to answer. I should say what I assume and keep it short."
      },
      {
        "say": "Here is what I think. The answer depends on one assumption, and I name it."
      },
      {
        "think": {
          "text": "The answer is short, and it names its assumption. Nothing is missing.",
          "scope": "loop"
        }
      }
    ]
  },
  {
    "name": "tools",
    "description": "Looks up an order and its parcel with two tools, then responds with the results.",
    "steps": [
      {
        "think": "I need {{tool.find_order}} first, then {{tool.track_parcel}}."
      },
      {
        "say": "Let me look that up."
      },
      {
        "tool": {
          "role": "lookup",
          "name": "find_order",
          "parameters": {
            "query": "{{lastMessage}}",
            "limit": 1
          },
          "streamInput": true,
          "result": {
            "orderId": "order_1042",
            "total": 129.9,
            "currency": "EUR",
            "parcelId": "parcel_77"
          },
          "takes": 420
        }
      },
      {
        "tool": {
          "role": "lookup",
          "name": "track_parcel",
          "toolType": "external",
          "parameters": {
            "parcelId": "parcel_77"
          },
          "progress": [
            "Asking the carrier… ",
            "answer received."
          ],
          "result": {
            "state": "in_transit",
            "expectedOn": "2026-01-17",
            "lastSeen": "Hamburg"
          },
          "takes": 860
        }
      },
      {
        "say": {
          "text": "Your order order_1042 is on its way. The parcel was last seen in Hamburg and should arrive on 17 January 2026.",
          "adapted": "This is what I found. {{tool.find_order}} returned {{output.find_order}}, and {{tool.track_parcel}} returned {{output.track_parcel}}."
        }
      }
    ]
  },
  {
    "name": "approval",
    "description": "Pauses until the owner approves a refund, then reports it. A denial ends the run politely.",
    "steps": [
      {
        "say": {
          "text": "I can refund this order. It needs an approval first.",
          "adapted": "I can do that with {{tool.refund_order}}. It needs an approval first."
        }
      },
      {
        "approve": {
          "role": "approval",
          "name": "refund_order",
          "toolType": "custom",
          "description": "Pays the full amount of the order back to the card it was paid with.",
          "reason": "A refund over 100 EUR needs the owner.",
          "parameters": {
            "orderId": "order_1042",
            "amount": 129.9,
            "currency": "EUR"
          },
          "approver": "owner",
          "result": {
            "refundId": "refund_5501",
            "status": "accepted"
          },
          "takes": 640,
          "denied": [
            {
              "say": {
                "text": "The refund was not approved, so I left the order as it is.",
                "adapted": "That was not approved, so I left everything as it is."
              }
            }
          ]
        }
      },
      {
        "say": {
          "text": "Done: refund_5501 over 129.90 EUR is on its way to the card.",
          "adapted": "Done. {{tool.refund_order}} returned {{output.refund_order}}."
        }
      }
    ]
  },
  {
    "name": "approval-end-user",
    "description": "Pauses until the visitor approves a change of address; a denial leaves everything as it is.",
    "steps": [
      {
        "say": {
          "text": "I can send order_1042 to another address.",
          "adapted": "I can do that with {{tool.change_delivery_address}}, if you want me to."
        }
      },
      {
        "approve": {
          "role": "approval",
          "name": "change_delivery_address",
          "toolType": "external",
          "description": "Changes where the parcel is delivered.",
          "reason": "Only you can say where you want it.",
          "parameters": {
            "orderId": "order_1042",
            "city": "Bergen",
            "street": "Strandgaten 4"
          },
          "approver": "end-user",
          "result": {
            "changed": true
          },
          "takes": 480,
          "denied": [
            {
              "say": {
                "text": "All right, the parcel goes to the old address.",
                "adapted": "All right, everything stays as it is."
              }
            }
          ]
        }
      },
      {
        "say": {
          "text": "Done. Your order now goes to Bergen.",
          "adapted": "Done. {{tool.change_delivery_address}} returned {{output.change_delivery_address}}."
        }
      }
    ]
  },
  {
    "name": "approval-timeout",
    "description": "Pauses for an approval that expires after a minute without a decision.",
    "steps": [
      {
        "say": "This needs a quick yes or no."
      },
      {
        "approve": {
          "role": "action",
          "name": "hold_seat",
          "description": "Holds a seat for a minute.",
          "parameters": {
            "flight": "BG 104",
            "seat": "12A"
          },
          "timeout": 60000,
          "expect": "timeout",
          "result": {
            "held": true
          }
        }
      },
      {
        "say": {
          "text": "The seat is held.",
          "adapted": "It is done."
        }
      }
    ]
  },
  {
    "name": "local-tool",
    "description": "Pauses for the output of a tool that runs in the client, then responds with it.",
    "steps": [
      {
        "say": "I need to look at your shopping cart."
      },
      {
        "await": [
          {
            "tool": {
              "role": "local",
              "name": "read_cart",
              "parameters": {
                "includePrices": true
              },
              "origin": "sdk",
              "preferOffered": true
            }
          }
        ]
      },
      {
        "say": "Thank you. This is what came back: {{output.read_cart}}"
      }
    ]
  },
  {
    "name": "page-tool",
    "description": "Pauses for the output of a tool that a web page offers, then responds with it.",
    "steps": [
      {
        "say": "I fill in the form on your page."
      },
      {
        "await": [
          {
            "tool": {
              "role": "local",
              "name": "fill_form",
              "parameters": {
                "city": "Bergen",
                "street": "Strandgaten 4"
              },
              "origin": "webmcp",
              "pageOrigin": "https://shop.test",
              "annotations": {
                "idempotentHint": true
              }
            }
          }
        ]
      },
      {
        "say": "The page says: {{output.fill_form}}"
      }
    ]
  },
  {
    "name": "elicitation",
    "description": "Pauses twice for the user: a form with two fields, then a page to sign in at.",
    "steps": [
      {
        "say": "I can book a table. I need two things from you."
      },
      {
        "await": [
          {
            "elicitation": {
              "role": "mcp",
              "name": "book_table",
              "parameters": {
                "restaurant": "Bryggen"
              },
              "serverName": "Bryggen bookings",
              "message": "When, and for how many?",
              "mode": "form",
              "requestedSchema": {
                "type": "object",
                "properties": {
                  "when": {
                    "type": "string",
                    "format": "date-time",
                    "title": "When"
                  },
                  "guests": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 12,
                    "title": "Guests"
                  }
                },
                "required": [
                  "when",
                  "guests"
                ]
              },
              "requests": [
                {
                  "name": "table",
                  "message": "When, and for how many?",
                  "mode": "form",
                  "requestedSchema": {
                    "type": "object",
                    "properties": {
                      "when": {
                        "type": "string",
                        "format": "date-time",
                        "title": "When"
                      },
                      "guests": {
                        "type": "integer",
                        "minimum": 1,
                        "maximum": 12,
                        "title": "Guests"
                      }
                    },
                    "required": [
                      "when",
                      "guests"
                    ]
                  }
                }
              ],
              "result": {
                "bookingId": "booking_31",
                "asked": "{{output.book_table}}"
              }
            }
          }
        ]
      },
      {
        "await": [
          {
            "elicitation": {
              "role": "mcp",
              "name": "confirm_booking",
              "parameters": {
                "bookingId": "booking_31"
              },
              "serverName": "Bryggen bookings",
              "message": "Please sign in to confirm the booking.",
              "mode": "url",
              "url": "https://bookings.bryggen.test/confirm/booking_31",
              "requests": [
                {
                  "name": "signIn",
                  "message": "Sign in to confirm",
                  "mode": "url",
                  "url": "https://bookings.bryggen.test/confirm/booking_31"
                }
              ]
            }
          }
        ]
      },
      {
        "say": "Your table is booked: booking_31."
      }
    ]
  },
  {
    "name": "crawl",
    "description": "Pauses while web pages are crawled; the crawl finishes by itself after 30 seconds.",
    "steps": [
      {
        "say": "I am reading the pages of the shop. That takes a moment."
      },
      {
        "await": [
          {
            "crawl": {
              "role": "lookup",
              "parameters": {
                "url": "https://shop.test/help",
                "maxPages": 25
              },
              "result": {
                "pages": 12,
                "failed": 0,
                "title": "Help and returns"
              }
            }
          }
        ]
      },
      {
        "source": {
          "title": "Help and returns",
          "url": "https://shop.test/help",
          "sourceType": "web"
        }
      },
      {
        "say": "I have read 12 pages. Returns are free for 30 days."
      }
    ]
  },
  {
    "name": "durable-poll",
    "description": "Pauses for a job of another service, which is polled until it completes after 30 seconds.",
    "steps": [
      {
        "say": {
          "text": "I have started the export. I will look after it.",
          "adapted": "I have started {{tool.export_orders}}. It takes a moment."
        }
      },
      {
        "await": [
          {
            "poll": {
              "role": "action",
              "name": "export_orders",
              "parameters": {
                "year": 2025,
                "format": "csv"
              },
              "result": {
                "file": "orders-2025.csv",
                "rows": 1204
              }
            }
          }
        ]
      },
      {
        "say": {
          "text": "The export is ready: 1204 orders in orders-2025.csv.",
          "adapted": "The job is done. {{tool.export_orders}} returned {{output.export_orders}}."
        }
      }
    ]
  },
  {
    "name": "subagent",
    "description": "Calls another agent for research, in a separate execution, and responds with the result.",
    "steps": [
      {
        "think": "Somebody who knows the literature should look at this."
      },
      {
        "subagent": {
          "role": "subagent",
          "name": "research",
          "agentName": "Research assistant",
          "parameters": {
            "topic": "{{lastMessage}}"
          },
          "steps": [
            {
              "think": "I look for recent sources first."
            },
            {
              "tool": {
                "role": "lookup",
                "name": "search_library",
                "toolType": "external",
                "parameters": {
                  "query": "{{lastMessage}}",
                  "limit": 3
                },
                "streamInput": true,
                "progress": [
                  "Searching… "
                ],
                "result": {
                  "hits": 3
                },
                "takes": 700
              }
            },
            {
              "source": {
                "title": "Parcels in winter",
                "url": "https://library.test/parcels-in-winter"
              }
            },
            {
              "say": {
                "text": "Three sources agree: parcels take two days longer in January.",
                "adapted": "This is what {{tool.search_library}} says: {{output.search_library}}"
              }
            }
          ]
        }
      },
      {
        "say": "I have asked a colleague. {{output.research}}"
      }
    ]
  },
  {
    "name": "subagent-approval",
    "description": "Calls another agent for a task that the owner must approve, and reports the outcome.",
    "steps": [
      {
        "say": "The bookkeeper takes care of it."
      },
      {
        "subagent": {
          "role": "subagent",
          "name": "bookkeeping",
          "agentName": "Bookkeeper",
          "parameters": {
            "orderId": "order_1042"
          },
          "steps": [
            {
              "step": {
                "id": "check_invoice",
                "name": "Check the invoice",
                "type": "prompt",
                "steps": [
                  {
                    "say": "The invoice is paid."
                  }
                ]
              }
            },
            {
              "think": "The amount is over the limit, so the owner has to approve it."
            },
            {
              "approve": {
                "role": "approval",
                "name": "refund_order",
                "description": "Pays the full amount of the order back.",
                "reason": "A refund over 100 EUR needs the owner.",
                "parameters": {
                  "orderId": "order_1042",
                  "amount": 129.9,
                  "currency": "EUR"
                },
                "result": {
                  "refundId": "refund_5502"
                },
                "takes": 540,
                "denied": [
                  {
                    "say": "The refund was not approved."
                  }
                ]
              }
            },
            {
              "say": "The refund is booked."
            }
          ]
        }
      },
      {
        "say": "The bookkeeper says: {{output.bookkeeping}}"
      }
    ]
  },
  {
    "name": "flow",
    "description": "Runs a flow of four steps: three succeed, one is skipped.",
    "kind": "flow",
    "steps": [
      {
        "step": {
          "id": "fetch_order",
          "name": "Fetch the order",
          "type": "api-call",
          "output": "order",
          "result": {
            "orderId": "order_1042",
            "total": 129.9
          },
          "takes": 420
        }
      },
      {
        "step": {
          "id": "summarize",
          "name": "Sum up the order",
          "type": "prompt",
          "output": "summary",
          "steps": [
            {
              "say": "Order order_1042 over 129.90 EUR is on its way."
            }
          ],
          "fallback": {
            "reason": "The first model was busy",
            "attempts": [
              {
                "type": "retry",
                "success": true
              }
            ]
          },
          "unresolvedVariables": [
            "customer.nickname"
          ]
        }
      },
      {
        "step": {
          "id": "translate",
          "name": "Translate",
          "type": "prompt",
          "skip": "record.language != 'en'"
        }
      },
      {
        "step": {
          "id": "send_mail",
          "name": "Send the mail",
          "type": "send-email",
          "result": {
            "messageId": "mail_31",
            "accepted": true
          },
          "takes": 800
        }
      }
    ]
  },
  {
    "name": "flow-error",
    "description": "Runs a flow of three steps, of which the last one fails.",
    "kind": "flow",
    "steps": [
      {
        "step": {
          "id": "fetch_order",
          "name": "Fetch the order",
          "type": "api-call",
          "output": "order",
          "result": {
            "orderId": "order_1042",
            "total": 129.9
          },
          "takes": 420
        }
      },
      {
        "step": {
          "id": "summarize",
          "name": "Sum up the order",
          "steps": [
            {
              "say": "Order order_1042 over 129.90 EUR is on its way."
            }
          ]
        }
      },
      {
        "step": {
          "id": "send_mail",
          "name": "Send the mail",
          "type": "send-email",
          "error": "The mail server refused the recipient.",
          "takes": 800
        }
      }
    ]
  },
  {
    "name": "flow-aborted",
    "description": "Runs the first step of a flow and is aborted in the second.",
    "kind": "flow",
    "steps": [
      {
        "step": {
          "id": "fetch_orders",
          "name": "Fetch the orders",
          "type": "api-call",
          "result": {
            "orders": 400
          },
          "takes": 600
        }
      },
      {
        "step": {
          "id": "export",
          "name": "Export the orders",
          "steps": [
            {
              "say": "I have written 120 of 400 orders."
            }
          ]
        }
      },
      {
        "fail": {
          "code": "RUN_STOPPED",
          "message": "The flow was stopped by its owner.",
          "outcome": "aborted"
        }
      }
    ]
  },
  {
    "name": "step-endings",
    "description": "Runs a flow whose steps stop for every reason and use every kind of fallback; one of them fails.",
    "kind": "flow",
    "steps": [
      {
        "step": {
          "name": "Answer",
          "steps": [
            {
              "say": "The order is on its way."
            }
          ],
          "fallback": {
            "reason": "The model provider is overloaded",
            "attempts": [
              {
                "type": "retry",
                "success": false,
                "error": "The model provider is overloaded"
              },
              {
                "type": "model",
                "success": true
              }
            ]
          }
        }
      },
      {
        "step": {
          "name": "List all orders",
          "steps": [
            {
              "say": "Order 1, order 2, order 3, and then"
            }
          ],
          "stopReason": "length"
        }
      },
      {
        "step": {
          "name": "Quote the complaint",
          "steps": [
            {
              "say": "The customer writes:"
            }
          ],
          "stopReason": "content_filter",
          "fallback": {
            "reason": "The content filter stopped the answer",
            "attempts": [
              {
                "type": "message",
                "success": true
              }
            ]
          }
        }
      },
      {
        "step": {
          "name": "Read every page",
          "steps": [
            {
              "say": "I have read 3 of 40 pages."
            }
          ],
          "stopReason": "max_tool_calls",
          "fallback": {
            "reason": "The step may not call more tools",
            "attempts": [
              {
                "type": "flow",
                "success": true
              }
            ]
          }
        }
      },
      {
        "step": {
          "name": "Ask the archive",
          "steps": [
            {
              "say": "The archive says"
            }
          ],
          "stopReason": "unknown"
        }
      },
      {
        "step": {
          "name": "Translate",
          "steps": [
            {
              "say": "Die Bestellung"
            }
          ],
          "fallback": {
            "reason": "No model is available",
            "attempts": [
              {
                "type": "retry",
                "success": false,
                "error": "No model is available"
              }
            ]
          }
        }
      }
    ]
  },
  {
    "name": "artifacts",
    "description": "Writes a document and a component in addition to its response, and updates the component twice.",
    "steps": [
      {
        "say": "I write you a packing list."
      },
      {
        "artifact": {
          "type": "markdown",
          "title": "Packing list",
          "file": {
            "path": "packing-list.md",
            "mimeType": "text/markdown",
            "language": "markdown"
          },
          "text": "# Packing list\n\n- Passport\n- Charger\n- Rain coat\n\nThe weather in Bergen is wet.\n"
        }
      },
      {
        "artifact": {
          "type": "component",
          "title": "Weather",
          "component": "WeatherCard",
          "updates": [
            {
              "city": "Bergen",
              "state": "loading"
            },
            {
              "city": "Bergen",
              "state": "ready",
              "celsius": 7,
              "rain": true
            }
          ]
        }
      },
      {
        "say": "The list is ready, and the weather is beside it."
      }
    ]
  },
  {
    "name": "media",
    "description": "Shows a chart as data, and an animation, a sound and a document by URL.",
    "steps": [
      {
        "say": "Here is what I found."
      },
      {
        "media": {
          "mediaType": "image/png",
          "data": "iVBORw0KGgoAAAANSUhEUgAAAKAAAABgAgMAAADnSZEKAAAADFBMVEX///8gMEz0uUKWpLrGk4p/AAAPa0lEQVR4AQFgD5/wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAqqqqqqqqoAAAAAAAAAAAABf///////////////////////////////+qqqqqqqqv///wAAAAAAAAFAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAqqqqqqqqoAAAAAAAAAAAABQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAqqqqqqqqoAAAAAAAAAAAABQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAqqqqqqqqoAAAAAAAAAAAABQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAAAAAAAAAAAAAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAAAAAAAAAAAAAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAAAAAAAAAAAAAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAX//////////////////VVVVVVVVX/////qqqqqqqqr///8AAAAAAAABQAAAAAAAAAAAAAAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAAAAAAAAAAAAAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAF////1VVVVVVVV/////1VVVVVVVV/////6qqqqqqqq////AAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVQAAAAAAAAFVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAmLEW8/RbpA4AAAAASUVORK5CYII=",
          "stream": true
        }
      },
      {
        "tool": {
          "role": "lookup",
          "name": "draw_parcel",
          "parameters": {
            "months": 3
          },
          "result": {
            "format": "png"
          },
          "takes": 300
        }
      },
      {
        "media": {
          "mediaType": "image/png",
          "url": "/v1/assets/mock/parcel.png",
          "ofTool": true
        }
      },
      {
        "media": {
          "mediaType": "audio/wav",
          "url": "/v1/assets/mock/greeting.wav"
        }
      },
      {
        "media": {
          "mediaType": "application/pdf",
          "url": "/v1/assets/mock/return-label.pdf",
          "stream": true
        }
      },
      {
        "say": "The document is the label for your return."
      }
    ]
  },
  {
    "name": "roles",
    "description": "Shows turns of the system and of the user, each with a picture, before the assistant responds.",
    "steps": [
      {
        "say": {
          "text": "A colleague has joined the conversation and shares the plan.",
          "role": "system"
        }
      },
      {
        "media": {
          "mediaType": "image/png",
          "url": "/v1/assets/mock/parcel.png"
        }
      },
      {
        "say": {
          "text": "Here is the chart of the last three months.",
          "role": "user"
        }
      },
      {
        "media": {
          "mediaType": "image/png",
          "url": "/v1/assets/mock/chart.png"
        }
      },
      {
        "say": "Thank you both. The third month is the best so far."
      }
    ]
  },
  {
    "name": "state",
    "description": "Shares its state with the client: one snapshot, then two changes.",
    "steps": [
      {
        "state": {
          "snapshot": {
            "cart": {
              "items": [
                {
                  "id": "lamp",
                  "count": 1
                }
              ],
              "total": 42.5
            },
            "step": "cart"
          }
        }
      },
      {
        "say": "I add the shade to your cart."
      },
      {
        "state": {
          "patch": [
            {
              "op": "test",
              "path": "/step",
              "value": "cart"
            },
            {
              "op": "add",
              "path": "/cart/items/-",
              "value": {
                "id": "shade",
                "count": 1
              }
            },
            {
              "op": "replace",
              "path": "/cart/total",
              "value": 54.4
            }
          ]
        }
      },
      {
        "say": "And now to the address."
      },
      {
        "state": {
          "patch": [
            {
              "op": "copy",
              "from": "/cart/total",
              "path": "/due"
            },
            {
              "op": "move",
              "from": "/step",
              "path": "/page"
            },
            {
              "op": "remove",
              "path": "/cart/items/0"
            }
          ]
        }
      },
      {
        "say": "The total is 54.40 EUR."
      }
    ]
  },
  {
    "name": "sources",
    "description": "Responds from three sources, which it cites.",
    "steps": [
      {
        "tool": {
          "role": "lookup",
          "name": "search_help",
          "toolType": "external",
          "parameters": {
            "query": "{{lastMessage}}"
          },
          "annotations": {
            "readOnlyHint": true,
            "openWorldHint": true
          },
          "result": {
            "hits": 3
          },
          "takes": 380
        }
      },
      {
        "source": {
          "title": "Returns",
          "url": "https://shop.test/help/returns",
          "sourceType": "web"
        }
      },
      {
        "source": {
          "title": "Terms of sale",
          "url": "https://shop.test/terms",
          "sourceType": "web"
        }
      },
      {
        "source": {
          "title": "returns-policy.pdf",
          "sourceType": "document"
        }
      },
      {
        "say": "You can return it within 30 days. The terms of sale say the same."
      }
    ]
  },
  {
    "name": "fallback",
    "description": "The first model fails twice; another one responds.",
    "steps": [
      {
        "fallback": {
          "reason": "The model provider is overloaded",
          "attempts": [
            {
              "type": "retry",
              "success": false,
              "error": "The model provider is overloaded"
            },
            {
              "type": "model",
              "success": true
            }
          ]
        }
      },
      {
        "say": "I answer from another model today."
      }
    ]
  },
  {
    "name": "fallback-message",
    "description": "The model fails twice; a fixed message replaces its response.",
    "steps": [
      {
        "fallback": {
          "reason": "The model provider does not respond",
          "attempts": [
            {
              "type": "retry",
              "success": false,
              "error": "The model provider does not respond"
            },
            {
              "type": "message",
              "success": true,
              "text": "I cannot answer right now. Please try again in a minute."
            }
          ]
        }
      }
    ]
  },
  {
    "name": "fallback-flow",
    "description": "The model fails; a flow responds instead.",
    "steps": [
      {
        "fallback": {
          "reason": "The model provider does not respond",
          "attempts": [
            {
              "type": "flow",
              "success": true,
              "text": "Ticket ticket_88 is open. Somebody will answer by mail today."
            }
          ]
        }
      }
    ]
  },
  {
    "name": "fallback-exhausted",
    "description": "The model and every fallback fail, and so does the run.",
    "steps": [
      {
        "fallback": {
          "reason": "The model provider is overloaded",
          "attempts": [
            {
              "type": "retry",
              "success": false,
              "error": "The model provider is overloaded"
            },
            {
              "type": "model",
              "success": false,
              "error": "The model is not available"
            },
            {
              "type": "flow",
              "success": false,
              "error": "The flow has no step for this"
            },
            {
              "type": "message",
              "success": false,
              "error": "No message is configured"
            }
          ]
        }
      }
    ]
  },
  {
    "name": "compaction",
    "description": "A long conversation is compacted while it continues.",
    "steps": [
      {
        "notice": {
          "compaction": {
            "reason": "threshold",
            "strategy": "summary",
            "tier": 1,
            "before": 182000,
            "after": 24000
          }
        }
      },
      {
        "say": "We have talked for a while, so I have summed up what was said."
      },
      {
        "tool": {
          "role": "lookup",
          "name": "read_archive",
          "parameters": {
            "year": 2025
          },
          "result": {
            "messages": 1840,
            "tokens": 176900
          },
          "takes": 2400
        }
      },
      {
        "notice": {
          "compaction": {
            "reason": "overflow",
            "strategy": "provider_native",
            "tier": 2,
            "outcome": "gap",
            "before": 201000,
            "after": 9000,
            "takes": 1500
          }
        }
      },
      {
        "say": "Some of the beginning is gone now. Ask me again if I forget something."
      }
    ]
  },
  {
    "name": "compaction-outcomes",
    "description": "Compacts the context three times: on demand (fails), by a rule (is skipped), and for another provider.",
    "steps": [
      {
        "say": "You asked me to sum up what we have said."
      },
      {
        "notice": {
          "compaction": {
            "reason": "manual",
            "strategy": "summary",
            "outcome": "failed"
          }
        }
      },
      {
        "notice": {
          "compaction": {
            "reason": "surface_policy",
            "strategy": "summary",
            "tier": 2,
            "outcome": "skipped"
          }
        }
      },
      {
        "notice": {
          "compaction": {
            "reason": "provider_mismatch",
            "strategy": "provider_native",
            "outcome": "ok"
          }
        }
      },
      {
        "say": "That did not work at first. Now I go on with the essential parts."
      }
    ]
  },
  {
    "name": "custom",
    "description": "Sends two custom events of the agent between its words.",
    "steps": [
      {
        "custom": {
          "name": "shop.cart_opened",
          "value": {
            "cartId": "cart_9",
            "items": 2
          }
        }
      },
      {
        "say": "I have opened your cart."
      },
      {
        "custom": {
          "name": "shop.done"
        }
      }
    ]
  },
  {
    "name": "recoverable-error",
    "description": "Recovers from two failures and responds.",
    "steps": [
      {
        "say": "Let me look that up."
      },
      {
        "tool": {
          "role": "lookup",
          "name": "find_order",
          "parameters": {
            "orderId": "order_1042"
          },
          "error": "The service did not answer within 2 seconds.",
          "takes": 2000
        }
      },
      {
        "notice": {
          "error": {
            "message": "The service did not answer. Trying again."
          }
        }
      },
      {
        "notice": {
          "error": {
            "code": "TOOL_TIMEOUT",
            "message": "A tool took too long.",
            "details": {
              "timeoutMs": 2000
            },
            "recoverable": true
          }
        }
      },
      {
        "tool": {
          "role": "lookup",
          "name": "find_order",
          "parameters": {
            "orderId": "order_1042"
          },
          "result": {
            "orderId": "order_1042",
            "state": "in_transit"
          },
          "takes": 350
        }
      },
      {
        "say": {
          "text": "Your order order_1042 is on its way.",
          "adapted": "The second try worked. {{tool.find_order}} returned {{output.find_order}}."
        }
      }
    ]
  },
  {
    "name": "error",
    "description": "Starts to respond and then fails because the model provider does not respond.",
    "steps": [
      {
        "say": "One moment, I am reading your account"
      },
      {
        "fail": {
          "code": "MODEL_UNAVAILABLE",
          "message": "The model provider did not respond in time.",
          "details": {
            "provider": "mock",
            "attempts": 3
          }
        }
      }
    ]
  },
  {
    "name": "fatal-error",
    "description": "Fails with an error that it cannot recover from.",
    "steps": [
      {
        "say": "Let me look that up."
      },
      {
        "notice": {
          "error": {
            "code": "CONVERSATION_LOST",
            "message": "The conversation could not be loaded.",
            "details": {
              "conversationId": "conv_12"
            },
            "recoverable": false
          }
        }
      }
    ]
  },
  {
    "name": "blocked",
    "description": "Cannot run because the organization has no credits left.",
    "steps": [
      {
        "fail": {
          "code": "CREDITS_EXHAUSTED",
          "message": "The organization has no credits left",
          "blockReason": "credits",
          "upgradeUrl": "https://app.agents.test/billing"
        }
      }
    ]
  },
  {
    "name": "aborted",
    "description": "Starts to respond and is aborted halfway.",
    "steps": [
      {
        "say": "I will list all 400 orders of last year, one by one. The first"
      },
      {
        "finish": {
          "outcome": "aborted"
        }
      }
    ]
  },
  {
    "name": "length",
    "description": "Responds until the model reaches its token limit; the response is cut off.",
    "steps": [
      {
        "say": "Here are all 400 orders of last year. Order 1 went to Bergen, order 2 to Hamburg, order 3 to"
      },
      {
        "finish": {
          "stopReason": "length"
        }
      }
    ]
  },
  {
    "name": "content-filter",
    "description": "Starts to respond and is stopped by the content filter of the model provider.",
    "steps": [
      {
        "say": "You would have to"
      },
      {
        "finish": {
          "stopReason": "content_filter"
        }
      }
    ]
  },
  {
    "name": "max-turns",
    "description": "Calls a tool in every turn until the turn limit of the agent is reached; the default limit is 3.",
    "maxTurns": 3,
    "steps": [
      {
        "repeat": {
          "steps": [
            {
              "say": "I read the next page of the list."
            },
            {
              "tool": {
                "role": "lookup",
                "name": "read_page",
                "parameters": {
                  "size": 50
                },
                "result": {
                  "orders": 50,
                  "more": true
                },
                "takes": 300
              }
            }
          ]
        }
      }
    ]
  },
  {
    "name": "slow",
    "description": "Reasons for a long time; a ping every 15 seconds keeps the stream alive.",
    "steps": [
      {
        "think": "This is a hard one."
      },
      {
        "wait": 35000
      },
      {
        "say": "It took a while, but here I am."
      },
      {
        "tool": {
          "role": "lookup",
          "name": "count_stock",
          "parameters": {},
          "result": {
            "counted": 18204
          },
          "takes": 20000
        }
      },
      {
        "say": {
          "text": "There are 18204 pieces in stock.",
          "adapted": "{{tool.count_stock}} returned {{output.count_stock}}."
        }
      }
    ]
  },
  {
    "name": "everything",
    "description": "Emits every type of event that one completed run can have, and pauses once for the owner's approval.",
    "steps": [
      {
        "state": {
          "snapshot": {
            "progress": 0,
            "log": []
          }
        }
      },
      {
        "think": "I show everything that I can do, one thing after the other."
      },
      {
        "say": "This run shows everything that a run can show."
      },
      {
        "fallback": {
          "reason": "The model provider is overloaded",
          "attempts": [
            {
              "type": "model",
              "success": true
            }
          ]
        }
      },
      {
        "tool": {
          "role": "lookup",
          "name": "find_order",
          "parameters": {
            "query": "{{lastMessage}}",
            "secret": "kept back"
          },
          "hidden": [
            "secret"
          ],
          "annotations": {
            "readOnlyHint": true,
            "idempotentHint": true
          },
          "streamInput": true,
          "progress": [
            "Looking… ",
            "found."
          ],
          "result": {
            "orderId": "order_1042"
          },
          "takes": 400,
          "cost": 0.002
        }
      },
      {
        "source": {
          "title": "Order 1042",
          "url": "https://shop.test/orders/1042",
          "sourceType": "record"
        }
      },
      {
        "state": {
          "patch": [
            {
              "op": "replace",
              "path": "/progress",
              "value": 50
            }
          ]
        }
      },
      {
        "subagent": {
          "role": "subagent",
          "name": "research",
          "parameters": {
            "topic": "order_1042"
          },
          "steps": [
            {
              "think": "I look at the parcel."
            },
            {
              "say": "The parcel is in Hamburg."
            }
          ]
        }
      },
      {
        "notice": {
          "error": {
            "message": "One carrier did not answer. The others did."
          }
        }
      },
      {
        "notice": {
          "compaction": {}
        }
      },
      {
        "artifact": {
          "type": "markdown",
          "title": "Report",
          "file": {
            "path": "report.md",
            "mimeType": "text/markdown"
          },
          "text": "# Order 1042\n\nThe parcel is in Hamburg.\n"
        }
      },
      {
        "artifact": {
          "type": "component",
          "component": "ParcelMap",
          "updates": [
            {
              "place": "Hamburg",
              "percent": 60
            }
          ]
        }
      },
      {
        "media": {
          "mediaType": "image/png",
          "data": "iVBORw0KGgoAAAANSUhEUgAAAKAAAABgAgMAAADnSZEKAAAADFBMVEX///8gMEz0uUKWpLrGk4p/AAAPa0lEQVR4AQFgD5/wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAqqqqqqqqoAAAAAAAAAAAABf///////////////////////////////+qqqqqqqqv///wAAAAAAAAFAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAqqqqqqqqoAAAAAAAAAAAABQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAqqqqqqqqoAAAAAAAAAAAABQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAqqqqqqqqoAAAAAAAAAAAABQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAAAAAAAAAAAAAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAAAAAAAAAAAAAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAAAAAAAAAAAAAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAX//////////////////VVVVVVVVX/////qqqqqqqqr///8AAAAAAAABQAAAAAAAAAAAAAAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAAAAAAAAAAAAAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAF////1VVVVVVVV/////1VVVVVVVV/////6qqqqqqqq////AAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABQAAABVVVVVVVVQAAAABVVVVVVVVQAAAACqqqqqqqqgAAAAAAAAAAAAFAAAAFVVVVVVVVAAAAAFVVVVVVVVAAAAAKqqqqqqqqAAAAAAAAAAAAAUAAAAVVVVVVVVUAAAAAVVVVVVVVUAAAAAqqqqqqqqoAAAAAAAAAAAABVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVQAAAAAAAAFVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAmLEW8/RbpA4AAAAASUVORK5CYII=",
          "stream": true
        }
      },
      {
        "custom": {
          "name": "shop.parcel_found",
          "value": {
            "parcelId": "parcel_77"
          }
        }
      },
      {
        "step": {
          "name": "Weigh the parcel",
          "type": "api-call",
          "result": {
            "grams": 840
          },
          "takes": 200
        }
      },
      {
        "step": {
          "name": "Insure the parcel",
          "type": "api-call",
          "skip": "order.total < 500"
        }
      },
      {
        "wait": 16000
      },
      {
        "say": {
          "text": "I can refund the shipping. That needs an approval.",
          "adapted": "I can call {{tool.refund_shipping}}. That needs an approval."
        }
      },
      {
        "approve": {
          "role": "approval",
          "name": "refund_shipping",
          "description": "Pays the shipping of the order back.",
          "reason": "Refunds need the owner.",
          "parameters": {
            "orderId": "order_1042",
            "amount": 6.9,
            "currency": "EUR"
          },
          "annotations": {
            "consequentialHint": true
          },
          "result": {
            "refundId": "refund_77"
          },
          "takes": 350,
          "denied": [
            {
              "say": {
                "text": "The shipping was not refunded. That is all I can show.",
                "adapted": "That was not approved. That is all I can show."
              }
            }
          ]
        }
      },
      {
        "say": {
          "text": "The shipping is refunded. That is all I can show.",
          "adapted": "That is done. That is all I can show."
        }
      }
    ]
  }
] as const;
